import { u16At, u32At } from '../bytes';
import type { ItemProfile } from './profile';
import { signedWord } from './values';

/**
 * The items of JT/T 808 itself (2013 8.18, additional information of 0x0200) that carry a reading. The others (alarm details, I/O) are kept as
 * hex.
 */
export const standard: ItemProfile = {
  name: 'standard',
  rules: [
    {
      id: 0x01,
      fits: 4,
      read: (data, out) => {
        if (u32At(data, 0) !== 0xffffffff) out.odometerM = u32At(data, 0) * 100;
      },
    },
    {
      // 0.1 l. With bit 15 set some makers send per cent of the tank, which cannot be turned into litres here.
      id: 0x02,
      fits: (data) => data.length === 2 && u16At(data, 0) <= 0x7fff,
      read: (data, out) => {
        // all bits but the highest: not known
        out.channels.fuelL = [u16At(data, 0) === 0x7fff ? null : u16At(data, 0) / 10];
      },
    },
    {
      id: 0x03,
      fits: 2,
      read: (data, out) => {
        if (u16At(data, 0) !== 0xffff) out.channels.recorderSpeedKmh = u16At(data, 0) / 10;
      },
    },
    {
      // Temperature of the box in whole degrees (2019). The probes of item 0x51 are finer and are not overwritten.
      id: 0x06,
      fits: 2,
      read: (data, out) => {
        out.channels.tempC ??= [u16At(data, 0) === 0xffff ? null : signedWord(u16At(data, 0))];
      },
    },
    {
      // JT/T 1078-2016 table 14; nothing is told by a word without a bit
      id: 0x14,
      fits: 4,
      read: (data, out) => {
        if (u32At(data, 0) !== 0) out.channels.videoAlarms = u32At(data, 0);
      },
    },
    {
      id: 0x30,
      fits: 1,
      read: (data, out) => {
        out.channels.signal = data[0];
      },
    },
    {
      id: 0x31,
      fits: 1,
      read: (data, out) => {
        out.channels.satellites = data[0];
      },
    },
  ],
};
