import { message } from '../message';
import { decodeRsaKey, encodeRsaKey } from './8a00';
import { decodeGeneralReply, encodeGeneralReply } from './0001';
import { decodeEmpty, encodeEmpty } from './0002';
import { decodeResendRequest, encodeResendRequest } from './0005';
import { decodeRegister, encodeRegister } from './0100';
import { decodeAuth, encodeAuth } from './0102';
import { decodeServerTime, encodeServerTime } from './8004';
import { decodeRegisterReply, encodeRegisterReply } from './8100';

/** Messages that open, keep and close a session, and the general answers. */
export const sessionMessages = {
  terminalReply: message(0x0001, decodeGeneralReply, encodeGeneralReply),
  platformReply: message(0x8001, decodeGeneralReply, encodeGeneralReply),
  heartbeat: message(0x0002, decodeEmpty, encodeEmpty),
  logout: message(0x0003, decodeEmpty, encodeEmpty),
  timeQuery: message(0x0004, decodeEmpty, encodeEmpty),
  serverTime: message(0x8004, decodeServerTime, encodeServerTime),
  terminalResend: message(0x0005, decodeResendRequest, encodeResendRequest),
  platformResend: message(0x8003, decodeResendRequest, encodeResendRequest),
  register: message(0x0100, decodeRegister, encodeRegister),
  registerReply: message(0x8100, decodeRegisterReply, encodeRegisterReply),
  auth: message(0x0102, decodeAuth, encodeAuth),
  linkCheck: message(0x8204, decodeEmpty, encodeEmpty),
  platformKey: message(0x8a00, decodeRsaKey, encodeRsaKey),
  terminalKey: message(0x0a00, decodeRsaKey, encodeRsaKey),
};
