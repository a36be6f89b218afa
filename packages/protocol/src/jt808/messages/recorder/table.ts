import { message } from '../message';
import { decodeRecorderCommand, decodeRecorderReply, encodeRecorderCommand, encodeRecorderReply } from './8700';

/** The driving recorder (行驶记录仪) behind the terminal. */
export const recorderMessages = {
  readRecorder: message(0x8700, decodeRecorderCommand, encodeRecorderCommand),
  recorderReply: message(0x0700, decodeRecorderReply, encodeRecorderReply),
  writeRecorder: message(0x8701, decodeRecorderCommand, encodeRecorderCommand),
};
