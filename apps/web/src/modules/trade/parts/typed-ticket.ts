import { storedTicket, type TicketInfo } from '@tongda/contract/trade/member/ticket';
import { useSession } from '../../../kit/session/user';

const typed = storedTicket.partial();
const keyOf = (wizard: string): string => `td.ticket.${useSession.getState().user?.id ?? '0'}.${wizard}`;

/** What was typed of an invoice title in this window and not ordered with yet. */
export function typedTicket(wizard: string): Partial<TicketInfo> {
  try {
    return typed.parse(JSON.parse(sessionStorage.getItem(keyOf(wizard)) ?? '{}'));
  } catch {
    return {};
  }
}
/** Keeps it in this window, so that a reload or a step back does not lose it; of the values those of a ticket. */
export function keepTypedTicket(wizard: string, values: object): void {
  const ticket = typed.safeParse(values);
  if (ticket.success) sessionStorage.setItem(keyOf(wizard), JSON.stringify(ticket.data));
}
/** It was ordered with: the server knows it. */
export const forgetTypedTicket = (wizard: string): void => sessionStorage.removeItem(keyOf(wizard));
