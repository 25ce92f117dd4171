"""Where this machine's Chromium is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

# The first is the same browser without windows; it needs three quarters of the others' time for our pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Chromium goes by its last list of features only: these are playwright's (1.65) and, at the end, what costs more of the
# processor's time than a page of ours: the two pages that every window would load for the suggestions below its address
# bar, and the process that is started for a page that may never come.
OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
)
# One process for all pages of a context, as all are from one place; contexts stay apart.
ONE_PROCESS = ("--renderer-process-limit=1", "--disable-site-isolation-trials")
OPTIONS = ("--no-sandbox", "--disable-gpu", f"--disable-features={OFF}", *ONE_PROCESS)
LOOK_MS = 550  # how long somebody holds who looks; less is a tap (web/static/hold.js)
# Whoever has pressed may hear sounds, and what plays them takes 4 % of a core for each open page.
SILENT = "delete window.AudioContext; delete window.webkitAudioContext"
# A transparent page is laid out, read and pressed like any other, but never painted, which takes a fifth of the time of
# pages that change all the time. Not for tests that ask how something looks.
UNPAINTED = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0 !important }');
  document.adoptedStyleSheets = [sheet];
})()"""
PAINTED = "document.adoptedStyleSheets = []"  # for a picture of it
CALM = {"reduced_motion": "reduce"}  # what glows without end is painted again and again, by the processor


def executable(playwright: Any) -> str | None:
    """CHROMIUM names one; else the system's, else the one that playwright installed for itself."""
    named = os.environ.get("CHROMIUM")
    found = next((path for path in (shutil.which(name) for name in NAMES) if path), None)
    path = named or found or str(playwright.chromium.executable_path)
    return path if Path(path).exists() else None
