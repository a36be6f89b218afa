import { message } from '../message';
import { decodeMediaEvent, encodeMediaEvent } from './0800';
import { decodeMediaData, encodeMediaData } from './0801';
import { decodeMediaList, encodeMediaList } from './0802';
import { decodeShootReply, encodeShootReply } from './0805';
import { decodeMediaReply, encodeMediaReply } from './8800';
import { decodeShoot, encodeShoot } from './8801';
import { decodeMediaSearch, decodeUploadMedia, encodeMediaSearch, encodeUploadMedia } from './8802';
import { decodeRecordAudio, encodeRecordAudio } from './8804';
import { decodeUploadOneMedia, encodeUploadOneMedia } from './8805';

/** Photos, sound and video files that the terminal takes. */
export const mediaMessages = {
  mediaEvent: message(0x0800, decodeMediaEvent, encodeMediaEvent),
  mediaData: message(0x0801, decodeMediaData, encodeMediaData),
  mediaReply: message(0x8800, decodeMediaReply, encodeMediaReply),
  shoot: message(0x8801, decodeShoot, encodeShoot),
  shootReply: message(0x0805, decodeShootReply, encodeShootReply),
  searchMedia: message(0x8802, decodeMediaSearch, encodeMediaSearch),
  mediaList: message(0x0802, decodeMediaList, encodeMediaList),
  uploadMedia: message(0x8803, decodeUploadMedia, encodeUploadMedia),
  uploadOneMedia: message(0x8805, decodeUploadOneMedia, encodeUploadOneMedia),
  recordAudio: message(0x8804, decodeRecordAudio, encodeRecordAudio),
};
