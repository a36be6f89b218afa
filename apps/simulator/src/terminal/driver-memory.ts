import { decodeDriverList, driverListMode, driverListType } from '@tongda/protocol/driver-list/frame';
import type { Transparent } from '@tongda/protocol/jt808/messages/vehicle/0900';

/** The white list of drivers that a terminal keeps, and whether its reader greets a card by a driver's name. */
export class DriverMemory {
  /** Names by the numbers of the cards. */
  private listed = new Map<string, string>();

  /** Takes transparent data of the platform; data of other devices changes nothing. */
  take({ type, data }: Transparent): void {
    const order = type === driverListType ? decodeDriverList(data) : null;
    if (order === null) return;
    if (order.mode === driverListMode.replace) this.listed = new Map();
    for (const { cardNo, name } of order.drivers)
      if (order.mode !== driverListMode.modify || this.listed.has(cardNo)) this.listed.set(cardNo, name);
  }

  /** Name of the driver by whose card the truck may be driven; null for a card that is not on the list. Without a list every card is taken, with no name. */
  greet(cardNo: string): string | null {
    return this.listed.size === 0 ? '' : (this.listed.get(cardNo) ?? null);
  }
}
