import type { DescribedProfile } from './described';

/** Percent of the internal battery in one byte. */
const percent = (id: number) => ({ id, length: 1, fields: [{ to: 'battPct', at: 0, form: 'u8' }] as const });

/**
 * Items of single makers, as Traccar's decoder, its frames and the makers' lists show them. The same id means different things to different makers, so
 * each row belongs to a profile and none holds for all terminals.
 */
export const makerProfiles: readonly DescribedProfile[] = [
  {
    // trackers that tell their battery and supply by E1, E3, E4 and FE
    name: 'tracker',
    items: [
      { id: 0xe1, length: 2, fields: [{ to: 'extVoltageV', at: 0, form: 'u16', factor: 0.1 }] },
      percent(0xd4),
      {
        id: 0xe3,
        length: 4,
        fields: [
          { to: 'battPct', at: 1, form: 'u8' },
          { to: 'battVoltageV', at: 2, form: 'u16', factor: 0.01 },
        ],
      },
      {
        id: 0xe4,
        length: 2,
        fields: [
          { to: 'charging', at: 0, form: 'u8', is: 0 },
          { to: 'battPct', at: 1, form: 'u8' },
        ],
      },
      percent(0xfe),
      { id: 0xfe, length: 2, fields: [{ to: 'battVoltageV', at: 0, form: 'u16', factor: 0.1 }] },
      { id: 0xfe, length: 4, fields: [{ to: 'odometerM', at: 0, form: 'u32' }] },
      { id: 0xd3, length: 2, fields: [{ to: 'extVoltageV', at: 0, form: 'u16', factor: 0.1 }] },
      { id: 0x56, length: 2, fields: [{ to: 'battPct', at: 0, form: 'u8', factor: 10 }] },
      { id: 0x68, length: 2, fields: [{ to: 'battPct', at: 0, form: 'u16', factor: 0.01 }] },
    ],
  },
  {
    // BSJ with a fuel probe that writes its value as text
    name: 'bsj-fuel',
    items: [
      {
        id: 0xeb,
        layout: 'word-length-first',
        parts: [
          { id: 0x23, length: 6, fields: [{ to: 'fuelL', no: 2, at: 0, form: 'text' }] },
          { id: 0xa8, length: 1, fields: [{ to: 'battPct', at: 0, form: 'u8' }] },
          { id: 0xe1, length: 1, fields: [{ to: 'battPct', at: 0, form: 'u8' }] },
          { id: 0x2d, length: 2, fields: [{ to: 'battVoltageV', at: 0, form: 'u16', factor: 0.001 }] },
          { id: 0x2d, length: 4, fields: [{ to: 'extVoltageV', at: 0, form: 'u32', factor: 0.001 }] },
          { id: 0xce, length: 2, fields: [{ to: 'extVoltageV', at: 0, form: 'u16', factor: 0.01 }] },
        ],
      },
    ],
  },
  {
    // C5 family: probes in items of their own, or as parts of EA
    name: 'c5',
    items: [
      {
        id: 0xea,
        layout: 'byte-id-first',
        parts: [
          { id: 0x15, length: 2, fields: [{ to: 'humPct', at: 0, form: 'u16', factor: 0.1, none: [0xffff] }] },
          {
            id: 0x16,
            length: 2,
            fields: [{ to: 'tempC', at: 0, form: 'u16', factor: 0.1, plus: -50, none: [0xffff] }],
          },
        ],
      },
      { id: 0xf7, length: 2, fields: [{ to: 'humPct', at: 0, form: 'u16', factor: 0.1, none: [0xffff] }] },
      { id: 0xf8, length: 2, fields: [{ to: 'tempC', at: 0, form: 'u16', factor: 0.1, plus: -50, none: [0xffff] }] },
    ],
  },
  {
    // locks that put per cent of their battery where the standard has the temperature of the box
    name: 'lock',
    items: [percent(0x06)],
  },
  {
    // readers of the vehicle's diagnostic socket
    name: 'obd',
    items: [
      { id: 0x82, length: 2, fields: [{ to: 'extVoltageV', at: 0, form: 'u16', factor: 0.1 }] },
      { id: 0x8c, length: 4, fields: [{ to: 'odometerM', at: 0, form: 'u32', factor: 100 }] },
    ],
  },
];
