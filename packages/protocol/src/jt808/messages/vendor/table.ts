import { message } from '../message';
import { decodeEmpty, encodeEmpty } from '../session/0002';
import { decodeOpaque, encodeOpaque } from './0091';
import { decodeWideTextReply, encodeWideTextReply } from './1300';
import { decodeAccelerations, encodeAccelerations } from './2070';
import { decodeTextReport, encodeTextReport } from './6006';
import { decodeTimeSync, encodeTimeSync } from './8109';
import { decodeFuelControl, encodeFuelControl } from './a006';

/** Messages of single makers that stand in no standard. */
export const vendorMessages = {
  vendor0091: message(0x0091, decodeOpaque, encodeOpaque),
  vendor0093: message(0x0093, decodeOpaque, encodeOpaque),
  vendorTimeQuery: message(0x0109, decodeEmpty, encodeEmpty),
  vendorTime: message(0x8109, decodeTimeSync, encodeTimeSync),
  vendorParameter: message(0x0310, decodeOpaque, encodeOpaque),
  vendorHeartbeat: message(0x0506, decodeEmpty, encodeEmpty),
  vendorTimeZone: message(0x1007, decodeOpaque, encodeOpaque),
  wideTextReply: message(0x1300, decodeWideTextReply, encodeWideTextReply),
  accelerations: message(0x2070, decodeAccelerations, encodeAccelerations),
  textReport: message(0x6006, decodeTextReport, encodeTextReport),
  vendorPhoto: message(0x8888, decodeOpaque, encodeOpaque),
  fuelControl: message(0xa006, decodeFuelControl, encodeFuelControl),
};
