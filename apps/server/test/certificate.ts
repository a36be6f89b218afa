import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** For tests of TLS: a certificate for 127.0.0.1 that signs itself, made anew each time, so that no private key lies in the repository. */

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), body]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes);
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2 */
const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
/** A name with only the common name, 2.5.4.3. */
const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, Buffer.of(0x55, 0x04, 0x03)), der(0x0c, Buffer.from(text)))));
const utcTime = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/gu, '').slice(2, 14)}Z`));

const pem = (what: string, bytes: Buffer): string =>
  `-----BEGIN ${what}-----\n${bytes.toString('base64').replace(/.{64}/gu, '$&\n')}\n-----END ${what}-----\n`;

export interface TestCertificate {
  cert: string;
  key: string;
}

/** Makes a certificate of `name`, valid from yesterday until `untilMs`. */
export function makeCertificate(name: string, untilMs = Date.now() + 86_400_000): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // the subject's alternative names: 127.0.0.1
  const altName = sequence(
    sequence(der(0x06, Buffer.of(0x55, 0x1d, 0x11)), der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1))))),
  );
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(serial),
    algorithm,
    nameOf(name),
    sequence(utcTime(Math.min(Date.now(), untilMs) - 86_400_000), utcTime(untilMs)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, altName),
  );
  return { cert: pem('CERTIFICATE', signed(body, privateKey)), key: pemOf(privateKey) };
}

const signed = (body: Buffer, key: KeyObject): Buffer =>
  sequence(body, algorithm, der(0x03, Buffer.of(0), sign('sha256', body, key)));

/** A private key as text; PKCS #8 PEM is always a string. */
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
