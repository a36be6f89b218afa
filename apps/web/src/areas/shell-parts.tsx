import type { ShellParts } from '../kit/shell-parts';
import { MessageBell } from '../modules/message/message-bell';
import { MessagePopups } from '../modules/message/message-popups';
import { ServiceFeeNotice } from '../modules/message/service-fee-notice';

/** What modules hang into the shell: header buttons, lines of the user dropdown, watchers. */
export const shellParts: ShellParts = {
  header: { messages: MessageBell },
  userMenu: [],
  overlays: { messages: MessagePopups, serviceFee: ServiceFeeNotice },
};
