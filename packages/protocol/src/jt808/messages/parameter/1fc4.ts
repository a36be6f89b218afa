import { type ByteReader, ByteWriter } from '../../../bytes';

/** How far an upgrade has come (0x1FC4, T/GDRTA 002-2020): terminals of Guangdong tell it between 0x8108 and 0x0108. */
export interface UpgradeProgress {
  /** Serial of the platform's message that began the upgrade. */
  upgradeSerial: number;
  /** Whose firmware: one of `upgradeKind`. */
  kind: number;
  /** 1 loading, 2 loaded, 3 not loaded, 4 being installed, 5 installed, 6 not installed, 7 no such device, 8 other hardware, 9 same version, 10 version that does not fit. */
  step: number;
  /** 0-100. */
  percent: number;
  /** The maker's own. */
  errorCode: number;
}

/** Steps with which an upgrade is over: the firmware is installed, or was already, or it is not. Between them it goes on. */
export const upgradeEnds: Readonly<Record<number, 'done' | 'failed'>> = {
  3: 'failed',
  5: 'done',
  6: 'failed',
  7: 'failed',
  8: 'failed',
  9: 'done',
  10: 'failed',
};

/** Decodes a progress. Throws RangeError when the body ends too early. */
export const decodeUpgradeProgress = (r: ByteReader): UpgradeProgress => ({
  upgradeSerial: r.u16('upgradeSerial'),
  kind: r.u8('kind'),
  step: r.u8('step'),
  percent: r.u8('percent'),
  errorCode: r.u8('errorCode'),
});

/** Body of a progress, 6 bytes. */
export const encodeUpgradeProgress = (m: UpgradeProgress): Uint8Array =>
  new ByteWriter(6).u16(m.upgradeSerial).u8(m.kind).u8(m.step).u8(m.percent).u8(m.errorCode).result();
