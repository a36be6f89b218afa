import { u16At, u32At } from '../bytes';
import type { Channels, Mapped } from './channels';
import type { ItemProfile } from './profile';
import { standard } from './standard';
import { humidityOf, tempOf } from './values';

/**
 * Items of single makers, as Traccar's Jt808ProtocolDecoder and its test frames show them. The same id means different things to different makers,
 * so each rule belongs to a profile and none holds for all terminals.
 */

/** Readers of the parts of BSJ's item 0xEB, by part id. Parts with status bits, radio towers or text carry no reading and are left out. */
const bsjParts: Record<number, (data: Uint8Array, channels: Channels) => void> = {
  45: (data, channels) => {
    if (data.length === 2) channels.battVoltageV = u16At(data, 0) / 1000;
    if (data.length === 4) channels.extVoltageV = u32At(data, 0) / 1000;
  },
  206: (data, channels) => {
    if (data.length === 2) channels.extVoltageV = u16At(data, 0) / 100;
  },
  168: (data, channels) => {
    channels.battPct = data[0];
  },
  225: (data, channels) => {
    if (data.length === 1) channels.battPct = data[0];
  },
};

/** Item 0xEB is a row of parts {length of id and data: word, id: word, data}. Reading stops at the first part that does not fit. */
function readBsjParts(data: Uint8Array, out: Mapped): void {
  for (let at = 0; at + 4 <= data.length; at += 2 + u16At(data, at)) {
    const length = u16At(data, at);
    if (length < 3 || at + 2 + length > data.length) return;
    bsjParts[u16At(data, at + 2)]?.(data.subarray(at + 4, at + 2 + length), out.channels);
  }
}

/** BSJ trackers. */
export const bsj: ItemProfile = {
  name: 'bsj',
  base: standard,
  rules: [{ id: 0xeb, fits: (data) => data.length >= 5, read: readBsjParts }],
};

/** State of the battery in item 0xF7 while it is charged. */
const AOVX_CHARGING = 2;

/** AOVX trackers with light, temperature and humidity inside. */
export const aovx: ItemProfile = {
  name: 'aovx',
  base: standard,
  rules: [
    {
      id: 0xf1,
      fits: 4,
      read: (data, out) => {
        out.channels.extVoltageV = u32At(data, 0) / 1000;
      },
    },
    {
      // BYTE event, BYTE mask, then one word for each bit of the mask: 0 light, 1 temperature, 2 humidity ...
      id: 0xf6,
      fits: (data) => data.length >= 8,
      read: (data, out) => {
        const mask = data[1] ?? 0;
        let at = mask & 1 ? 4 : 2;
        if (mask & 2) {
          out.channels.tempC = [tempOf(u16At(data, at))];
          at += 2;
        }
        if (mask & 4) out.channels.humPct = [humidityOf(u16At(data, at))];
      },
    },
    {
      id: 0xf7,
      fits: 6,
      read: (data, out) => {
        out.channels.battVoltageV = u32At(data, 0) / 1000;
        out.channels.charging = data[4] === AOVX_CHARGING;
        out.channels.battPct = data[5];
      },
    },
  ],
};

/** Value of a signed byte of whole degrees (or per cent) and a byte of 255ths, rounded to one decimal. */
function fromWholeAndFraction(whole: number, fraction: number): number {
  const value = whole > 127 ? whole - 256 - fraction / 255 : whole + fraction / 255;
  return Math.round(value * 10) / 10;
}

/** Trackers with Bluetooth probes in item 0xE6: eleven bytes a probe {number, address, temperature, humidity}. */
export const bleE6: ItemProfile = {
  name: 'ble-e6',
  base: standard,
  rules: [
    {
      id: 0xe6,
      fits: (data) => data.length > 0 && data.length % 11 === 0,
      read: (data, out) => {
        for (let at = 0; at < data.length; at += 11) {
          const no = data[at] ?? 0;
          if (no < 1 || no > 8) continue;
          out.channels.tempC = setChannel(
            out.channels.tempC,
            no,
            fromWholeAndFraction(data[at + 7] ?? 0, data[at + 8] ?? 0),
          );
          out.channels.humPct = setChannel(
            out.channels.humPct,
            no,
            fromWholeAndFraction(data[at + 9] ?? 0, data[at + 10] ?? 0),
          );
        }
      },
    },
  ],
};

/** A copy of the values with channel `no` (from 1) set. Channels before it that nobody reported are null. */
function setChannel(values: Array<number | null> | undefined, no: number, value: number): Array<number | null> {
  const all = [...(values ?? [])];
  while (all.length < no) all.push(null);
  all[no - 1] = value;
  return all;
}

/** MV710G and MV810G: item 0x82 is the vehicle's voltage. */
export const mv710g: ItemProfile = {
  name: 'mv710g',
  base: standard,
  rules: [
    {
      id: 0x82,
      fits: 2,
      read: (data, out) => {
        out.channels.extVoltageV = u16At(data, 0) / 10;
      },
    },
  ],
};
