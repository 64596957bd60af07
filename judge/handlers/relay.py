"""The route to the relay and the DKIM signer of letters out, as the operator has set them."""

from collections.abc import Mapping

from judge.config import Config, ConfigError, read_secret
from judge.mail.dkim_sign import Signer
from judge.mail.smtp_client import Login, Route


def relay_route(config: Config, environment: Mapping[str, str]) -> Route:
    """Return the route to the relay; ConfigError when its password is not where the configuration says."""
    relay = config.relay
    login = None
    if relay.user:
        password = read_secret("relay.password", relay.password_file, relay.password_variable, environment)
        login = Login(relay.user, password)
    return Route(relay.host, relay.port, relay.tls, relay.authorities, login, judge_domain(config))


def dkim_signer(config: Config, environment: Mapping[str, str]) -> Signer | None:
    """Return what signs letters, None where nothing does; ConfigError when the key is missing or invalid."""
    dkim = config.dkim
    if not dkim.selector:
        return None
    key = read_secret("dkim.key", dkim.key_file, dkim.key_variable, environment)
    try:
        return Signer(dkim.domain or judge_domain(config), dkim.selector, key)
    except ValueError as error:
        raise ConfigError(f"dkim.key: {error}") from error


def judge_domain(config: Config) -> str:
    """Return the mail domain of the judge's address."""
    return config.judge.address.rpartition("@")[2]
