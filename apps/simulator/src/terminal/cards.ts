import { msgId } from '@tongda/protocol/jt808/codec';
import type { DriverCard } from '@tongda/protocol/jt808/messages/vehicle/0702';
import type { GatewayLink } from './link';

/** Result "failure" of a general answer: the platform could not take it now. */
export const failure = 1;

/** Card events (0x0702) that the platform has not taken yet, oldest first. `linkNow` answers the link once the terminal is known on it. */
export class CardQueue {
  private readonly cards: DriverCard[] = [];
  private sending = false;

  constructor(private readonly linkNow: () => GatewayLink | null) {}

  get isEmpty(): boolean {
    return this.cards.length === 0;
  }

  /** Keeps an event and sends it, now or when the link is back. */
  add(card: DriverCard): void {
    this.cards.push(card);
    void this.send();
  }

  /** Sends the events that wait, one after the other, as long as the link holds. */
  async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let card = this.cards[0], link = this.linkNow(); card && link; card = this.cards[0], link = this.linkNow()) {
        const answer = await link.request(msgId.driverCard, card);
        // the platform could not store it: sent again after the next connect
        if (answer.id !== msgId.platformReply || answer.body.result === failure) return;
        this.cards.shift();
      }
    } catch {
      // the link broke: sent again when it is back
    } finally {
      this.sending = false;
    }
  }
}
