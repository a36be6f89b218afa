import type { Message } from '@tongda/protocol/jt808/codec';
import { type Bodies, msgId } from '@tongda/protocol/jt808/codec';
import { listMode } from '@tongda/protocol/jt808/messages/command/8301';

/** The driver looks at a new menu after this time, ms. */
const LOOKS_MS = 8_000;

type Chosen =
  | { id: typeof msgId.eventReport; body: Bodies[typeof msgId.eventReport] }
  | { id: typeof msgId.infoSubscription; body: Bodies[typeof msgId.infoSubscription] };

/**
 * The menus of the terminal that a driver may choose from: events (0x8301) and news (0x8303). When a menu has come he reports its first event, or subscribes to its
 * first kind of news, and gives up one that is not in the menu any more.
 */
export class DriverMenu {
  private events: number[] = [];
  private kinds: number[] = [];
  private subscribed: number | null = null;

  constructor(
    private readonly later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms).unref(),
  ) {}

  /** Takes a menu; what the driver does then goes through `say`. */
  take(message: Message, say: (chosen: Chosen) => void): void {
    if (message.id === msgId.eventMenu) {
      const { mode, events } = message.body;
      this.events = changed(this.events, mode, events);
      this.later(() => {
        const [eventId] = this.events;
        if (eventId !== undefined) say({ id: msgId.eventReport, body: { eventId } });
      }, LOOKS_MS);
    }
    if (message.id === msgId.infoMenu) {
      const { mode, kinds } = message.body;
      this.kinds = changed(this.kinds, mode, kinds);
      this.later(() => this.subscribe(say), LOOKS_MS);
    }
  }

  private subscribe(say: (chosen: Chosen) => void): void {
    const tell = (kindId: number, subscribed: boolean): void =>
      say({ id: msgId.infoSubscription, body: { kindId, subscribed } });
    const { subscribed } = this;
    if (subscribed !== null && !this.kinds.includes(subscribed)) {
      tell(subscribed, false);
      this.subscribed = null;
    }
    const [first] = this.kinds;
    if (first === undefined || this.subscribed !== null) return;
    this.subscribed = first;
    tell(first, true);
  }
}

/** The numbers of a menu after a change. */
function changed(had: readonly number[], mode: number, entries: ReadonlyArray<{ id: number }>): number[] {
  const ids = entries.map(({ id }) => id);
  switch (mode) {
    case listMode.append:
      return [...had, ...ids.filter((id) => !had.includes(id))];
    case listMode.modify:
      return [...had];
    case listMode.delete:
      return had.filter((id) => !ids.includes(id));
    default:
      return mode === listMode.deleteAll ? [] : ids;
  }
}
