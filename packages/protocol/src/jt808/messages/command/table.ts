import { message } from '../message';
import { decodeLocationReply, encodeLocationReply } from '../position/0201';
import { decodeEventReport, encodeEventReport } from './0301';
import { decodeQuestionReply, encodeQuestionReply } from './0302';
import { decodeInfoSubscription, encodeInfoSubscription } from './0303';
import { decodeTerminalControl, encodeTerminalControl } from './8105';
import { decodeTextMessage, encodeTextMessage } from './8300';
import { decodeEventMenu, encodeEventMenu } from './8301';
import { decodeQuestion, encodeQuestion } from './8302';
import { decodeInfoMenu, encodeInfoMenu } from './8303';
import { decodeInfo, decodeInfoReply, encodeInfo, encodeInfoReply } from './8304';
import { decodeCallBack, encodeCallBack } from './8400';
import { decodePhoneBook, encodePhoneBook } from './8401';
import { decodeVehicleControl, encodeVehicleControl } from './8500';

/** Orders and words for terminal and driver, and their answers. */
export const commandMessages = {
  terminalControl: message(0x8105, decodeTerminalControl, encodeTerminalControl),
  text: message(0x8300, decodeTextMessage, encodeTextMessage),
  eventMenu: message(0x8301, decodeEventMenu, encodeEventMenu),
  eventReport: message(0x0301, decodeEventReport, encodeEventReport),
  question: message(0x8302, decodeQuestion, encodeQuestion),
  questionReply: message(0x0302, decodeQuestionReply, encodeQuestionReply),
  infoMenu: message(0x8303, decodeInfoMenu, encodeInfoMenu),
  infoSubscription: message(0x0303, decodeInfoSubscription, encodeInfoSubscription),
  info: message(0x8304, decodeInfo, encodeInfo),
  infoReply: message(0x0304, decodeInfoReply, encodeInfoReply),
  callBack: message(0x8400, decodeCallBack, encodeCallBack),
  phoneBook: message(0x8401, decodePhoneBook, encodePhoneBook),
  vehicleControl: message(0x8500, decodeVehicleControl, encodeVehicleControl),
  /** JT/T 808-2013 8.34: the serial of 0x8500 and a location, as 0x0201. */
  vehicleControlReply: message(0x0500, decodeLocationReply, encodeLocationReply),
};
