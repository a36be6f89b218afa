import { message } from '../message';
import { decodeEmpty, encodeEmpty } from '../session/0002';
import { decodeMediaAbilities, encodeMediaAbilities } from './1003';
import { decodePassengerCount, encodePassengerCount } from './1005';
import { decodeRecordingList, encodeRecordingList } from './1205';
import { decodeUploadControl, decodeUploadDone, encodeUploadControl, encodeUploadDone } from './1206';
import {
  decodeStartStream,
  decodeStreamControl,
  decodeStreamLoss,
  encodeStartStream,
  encodeStreamControl,
  encodeStreamLoss,
} from './9101';
import { decodePlaybackControl, decodeStartPlayback, encodePlaybackControl, encodeStartPlayback } from './9201';
import { decodeQueryRecordings, decodeUploadRecordings, encodeQueryRecordings, encodeUploadRecordings } from './9205';
import { decodeSetCamera, decodeTurnCamera, encodeSetCamera, encodeTurnCamera } from './9301';

/** Signalling of sound and picture (JT/T 1078). The streams themselves do not come as messages. */
export const videoMessages = {
  queryMediaAbilities: message(0x9003, decodeEmpty, encodeEmpty),
  mediaAbilities: message(0x1003, decodeMediaAbilities, encodeMediaAbilities),
  passengerCount: message(0x1005, decodePassengerCount, encodePassengerCount),
  startStream: message(0x9101, decodeStartStream, encodeStartStream),
  streamControl: message(0x9102, decodeStreamControl, encodeStreamControl),
  streamLoss: message(0x9105, decodeStreamLoss, encodeStreamLoss),
  queryRecordings: message(0x9205, decodeQueryRecordings, encodeQueryRecordings),
  recordingList: message(0x1205, decodeRecordingList, encodeRecordingList),
  startPlayback: message(0x9201, decodeStartPlayback, encodeStartPlayback),
  playbackControl: message(0x9202, decodePlaybackControl, encodePlaybackControl),
  uploadRecordings: message(0x9206, decodeUploadRecordings, encodeUploadRecordings),
  uploadDone: message(0x1206, decodeUploadDone, encodeUploadDone),
  uploadControl: message(0x9207, decodeUploadControl, encodeUploadControl),
  turnCamera: message(0x9301, decodeTurnCamera, encodeTurnCamera),
  setFocus: message(0x9302, decodeSetCamera, encodeSetCamera),
  setIris: message(0x9303, decodeSetCamera, encodeSetCamera),
  setWiper: message(0x9304, decodeSetCamera, encodeSetCamera),
  setInfrared: message(0x9305, decodeSetCamera, encodeSetCamera),
  setZoom: message(0x9306, decodeSetCamera, encodeSetCamera),
};
