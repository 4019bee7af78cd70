"""What the server can do, and which part of it does that."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from lint_rules import __version__
from lint_rules.errors import UsageError
from lint_rules.lsp import orders
from lint_rules.lsp.actions import BASELINE, FIX_ALL, PATH, RULE, actions, fix_all
from lint_rules.lsp.session import Session, path_of

_WATCHED = ("**/*.py", "**/*.pyi", "**/*.yaml", "**/*.yml", "**/*.json", "**/*.toml", "**/.gitignore")
_FIX_ALL = frozenset({FIX_ALL, types.CodeActionKind.SourceFixAll, types.CodeActionKind.Source, ""})


class _Server(LanguageServer):
    """Says what goes wrong in the client's log."""

    session: Session

    def report_server_error(self, error: Exception, source: Any) -> None:
        self.session.log(
            f"{source.__name__ if hasattr(source, '__name__') else source}: {error!r}", types.MessageType.Error
        )


def make_server() -> LanguageServer:
    """A server that knows all features, and no client yet."""
    server = _Server("quantfence", __version__)
    session = server.session = Session(server)
    _add_files(server, session)
    _add_settings(server, session)
    _add_actions(server, session)
    return server


def _add_files(server: LanguageServer, session: Session) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        session.opened(item.uri, item.text, item.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        session.opened(document.uri, document.source, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        session.opened(document.uri, document.source, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        session.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def touched(params: types.DidChangeWatchedFilesParams) -> None:
        session.changed_on_disk([change.uri for change in params.changes])

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def moved(params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = [path_of(folder.uri) for folder in params.event.removed]
        session.leave([path for path in gone if path is not None])
        session.begin(_folders(server))


def _add_settings(server: LanguageServer, session: Session) -> None:
    capable: Callable[[], types.WorkspaceClientCapabilities] = lambda: (  # noqa: E731
        server.client_capabilities.workspace or types.WorkspaceClientCapabilities()
    )

    async def ask() -> None:
        """Ask for the settings, where the client lets itself be asked."""
        if capable().configuration:
            items = [types.ConfigurationItem(section="quantfence")]
            with suppress(JsonRpcException):
                answer = await server.workspace_configuration_async(types.ConfigurationParams(items))
                session.configure(answer[0] if answer else None)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        session.configure(options.get("settings", options) if isinstance(options, dict) else None, first=True)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        session.begin(_folders(server))
        watched = capable().did_change_watched_files
        if watched is not None and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("quantfence-files", method, options)
            with suppress(JsonRpcException):
                await server.client_register_capability_async(types.RegistrationParams([registration]))
        await ask()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        if capable().configuration:
            await ask()
        else:
            session.configure(params.settings)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        session.end()


def _add_actions(server: LanguageServer, session: Session) -> None:
    kinds: list[types.CodeActionKind | str] = [types.CodeActionKind.QuickFix, FIX_ALL]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds))
    def offered(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = path_of(params.text_document.uri)
        found = session.found_in(path) if path is not None else None
        if path is None or found is None:
            return []
        analysis, shown = found
        pairs, only = shown.by_file.get(path, []), params.context.only
        out: list[types.CodeAction] = []
        if only is None or {types.CodeActionKind.QuickFix, ""}.intersection(only):
            out += actions(path, pairs, params.range, session.desk)
        if only is None or _FIX_ALL.intersection(only):
            every = fix_all(path, pairs, analysis, session.desk)
            out += [every] if every is not None else []
        return out

    def order(name: str, work: Callable[[list[Any]], Any]) -> None:
        @server.command(name)
        def ordered(*arguments: Any) -> Any:
            try:
                return work(list(arguments))
            except UsageError as error:
                server.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(error)))
                return None

    order(BASELINE, lambda arguments: orders.add_to_baseline(session, arguments))
    order(PATH, lambda arguments: _shown_path(server, orders.path_to(session, arguments)))
    order(RULE, lambda arguments: _shown_page(server, orders.page_uri(session, arguments)))


def _shown_path(server: LanguageServer, places: list[types.Location]) -> list[types.Location]:
    """Show where a path begins, if the client shows documents, and return all of it for those that make a list."""
    if places and _shows(server):
        first = places[0]
        server.window_show_document(types.ShowDocumentParams(first.uri, take_focus=True, selection=first.range))
    return places


def _shown_page(server: LanguageServer, uri: str | None) -> str | None:
    if uri is not None and _shows(server):
        server.window_show_document(types.ShowDocumentParams(uri, take_focus=True))
    return uri


def _shows(server: LanguageServer) -> bool:
    window = server.client_capabilities.window
    return bool(window and window.show_document and window.show_document.support)


def _folders(server: LanguageServer) -> list[Path]:
    """The folders that the client has open."""
    uris = [folder.uri for folder in server.workspace.folders.values()]
    return [path for path in map(path_of, uris or [server.workspace.root_uri or ""]) if path is not None]
