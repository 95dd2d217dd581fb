/** A game that came by a link: whose turn it is, the way to send it back after one's move, and the way back to one's own. */
import type { App } from "./app";
import { toast, type ToastAction } from "./dialogs";
import type { PlayScreen } from "./play";
import type { Link } from "./saved";
import { openShare } from "./share-sheet";
import { t } from "./strings";
import { linkSentence } from "./words";

/** Offers these on a game's screen, also when it is opened again; gives what takes the offer off the page. */
export function receive(app: App, screen: PlayScreen, { moves, own }: Link): () => void {
  let withdraw = (): void => undefined;
  const before = own === null ? null : app.saved.find(screen.kind, own);
  const back = (): void => {
    if (before) app.saved.choose(before);
    app.reopen();
  };
  const ways: ToastAction[] = before ? [{ label: t.page.backToOwn, run: back }] : [];
  const offer = (): void => {
    const { view } = screen.session;
    // Whoever has made the move sends the game on.
    const send = { label: t.share.sendLink, run: () => void openShare(screen.session) };
    withdraw = view.plies > moves ? toast(t.share.sendBack, send, ...ways) : toast(t.page.shared(linkSentence(view)), ...ways);
  };
  screen.onPersonMoved = offer;
  screen.onStarted = () => withdraw();
  offer();
  return () => withdraw();
}
