import { u16At, u32At } from '../bytes';
import type { ItemProfile, ItemRule } from './profile';
import { standard } from './standard';
import { humidityOf, tempOf } from './values';

/** Item 0x51 and 0x58: one word a probe, eight probes at most. */
const isWordList = ({ length }: Uint8Array): boolean => length >= 2 && length <= 16 && length % 2 === 0;

function readWords(data: Uint8Array): number[] {
  return Array.from({ length: data.length / 2 }, (_, i) => u16At(data, 2 * i));
}

/**
 * The extension list of the GPS51 platform, whose temperature (0x51) and humidity (0x58) items most Chinese cold-chain terminals implement. Sources:
 * SmallChi/JT808 (GPS51 extension), Traccar's Jt808ProtocolDecoder.
 */
export const gps51: ItemProfile = {
  name: 'gps51',
  base: standard,
  rules: [
    {
      id: 0x51,
      fits: isWordList,
      read: (data, out) => {
        out.channels.tempC = readWords(data).map(tempOf);
      },
    },
    {
      id: 0x58,
      fits: isWordList,
      read: (data, out) => {
        out.channels.humPct = readWords(data).map(humidityOf);
      },
    },
    {
      id: 0x61,
      fits: 2,
      read: (data, out) => {
        out.channels.extVoltageV = u16At(data, 0) / 100;
      },
    },
    {
      id: 0x69,
      fits: 2,
      read: (data, out) => {
        out.channels.battVoltageV = u16At(data, 0) / 100;
      },
    },
    {
      // per cent, 0.01 V, charging
      id: 0xfb,
      fits: 4,
      read: (data, out) => {
        out.channels.battPct = data[0];
        out.channels.battVoltageV = u16At(data, 1) / 100;
        out.channels.charging = data[3] !== 0;
      },
    },
  ],
};

/**
 * Carbon dioxide sensors at the analogue inputs, configured so that the input reads parts per million: item 0x2B of the standard, AD1 in the high
 * word, AD0 in the low one. 0xffff = nothing connected; such inputs at the end are left out.
 */
const co2: ItemRule = {
  id: 0x2b,
  fits: 4,
  read: (data, out) => {
    const inputs = [u16At(data, 2), u16At(data, 0)].map((ppm) => (ppm === 0xffff ? null : ppm));
    while (inputs.at(-1) === null) inputs.pop();
    if (inputs.length > 0) out.channels.co2Ppm = inputs;
  },
};

/** GPS51 list of refrigerated trucks: the terminal reports whether the refrigeration unit runs in place of the air conditioner (item 0x25, bit 9). */
export const gps51Reefer: ItemProfile = {
  name: 'gps51-reefer',
  base: gps51,
  rules: [
    {
      id: 0x25,
      fits: 4,
      read: (data, out) => {
        out.channels.reeferOn = (u32At(data, 0) & (1 << 9)) !== 0;
      },
    },
  ],
};

/** GPS51 list with carbon dioxide sensors at the analogue inputs. */
export const gps51Co2: ItemProfile = { name: 'gps51-co2', base: gps51, rules: [co2] };
/** GPS51 list of refrigerated trucks that carry fruit: refrigeration unit and carbon dioxide. */
export const gps51ReeferCo2: ItemProfile = { name: 'gps51-reefer-co2', base: gps51Reefer, rules: [co2] };
