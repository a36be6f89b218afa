import { u16At, u32At } from '../bytes';
import type { ItemProfile } from './profile';
import { signedWord } from './values';

/** Items of JT/T 808 itself that are channels of ours. The other ones (alarm details, I/O, video) stay raw. */
export const standard: ItemProfile = {
  name: 'standard',
  rules: [
    {
      id: 0x01,
      fits: 4,
      read: (data, out) => {
        out.odometerM = u32At(data, 0) * 100;
      },
    },
    {
      // 0.1 l. With bit 15 set some makers send per cent, which is no litres.
      id: 0x02,
      fits: (data) => data.length === 2 && u16At(data, 0) <= 0x7fff,
      read: (data, out) => {
        out.channels.fuelL = [u16At(data, 0) / 10];
      },
    },
    {
      id: 0x03,
      fits: 2,
      read: (data, out) => {
        out.channels.recorderSpeedKmh = u16At(data, 0) / 10;
      },
    },
    {
      // Cabin temperature in whole degrees (2019); probes of item 0x51 know better.
      id: 0x06,
      fits: 2,
      read: (data, out) => {
        out.channels.tempC ??= [u16At(data, 0) === 0xffff ? null : signedWord(u16At(data, 0))];
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
