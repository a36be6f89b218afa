import { message } from '../message';
import { decodeEmpty, encodeEmpty } from '../session/0002';
import { decodeSizedData, encodeSizedData } from './0701';
import { decodeDriverCard, encodeDriverCard } from './0702';
import { decodeCanData, encodeCanData } from './0705';
import { decodeTransparent, encodeTransparent } from './0900';

/** What comes from devices of the vehicle behind the terminal, and what goes to them. */
export const vehicleMessages = {
  waybill: message(0x0701, decodeSizedData, encodeSizedData),
  queryDriverCard: message(0x8702, decodeEmpty, encodeEmpty),
  driverCard: message(0x0702, decodeDriverCard, encodeDriverCard),
  canData: message(0x0705, decodeCanData, encodeCanData),
  transparent: message(0x0900, decodeTransparent, encodeTransparent),
  transparentDown: message(0x8900, decodeTransparent, encodeTransparent),
  compressed: message(0x0901, decodeSizedData, encodeSizedData),
};
