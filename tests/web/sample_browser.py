"""A browser at the address of the tests' server, over Flask's test client."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

HERE = "http://192.168.1.20:8000"


class Browser:
    """A browser at our address, with the cookies of a phone or of the table screen."""

    def __init__(self, client: FlaskClient, headers: dict[str, str]) -> None:
        self.client, self.headers = client, headers

    def get(self, path: str, **headers: str) -> Any:
        answer = self.client.get(path, base_url=HERE, headers={**self.headers, **headers})
        answer.get_data()
        answer.close()
        return answer

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.post(path, base_url=HERE, data=data, headers={**self.headers, "Origin": HERE, **headers})
