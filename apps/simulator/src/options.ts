import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LoadOptions } from './load';
import { extraNames, extraWords } from './terminal/extras';
import { faultNames, faultWords } from './terminal/faults';

/** Options of the program, and what they mean. */
const words = {
  host: ['127.0.0.1', 'address of the gateway'],
  port: ['6808', 'its port'],
  transport: ['tcp', 'tcp, udp or tls'],
  ca: ['', 'PEM file by which a TLS server is believed; without it any is'],
  fleet: ['demo', 'demo is the only one'],
  speed: ['1', 'how fast the clock of the demo runs'],
  'history-days': [
    '30',
    'days of the past that the demo sends first; the last seven with every report, older ones thinly',
  ],
  concurrency: ['12', 'terminals of the demo that send their past at the same time'],
  load: ['', 'so many terminals report at a rate instead of the demo; above 5,000 in several processes'],
  rate: ['100', 'reports a second, all terminals together'],
  seconds: ['30', 'how long'],
  'first-phone': ['014500000001', 'digits of the first of these terminals; the others count up'],
  faults: ['', 'what goes wrong, by comma, or all: the terminals of the load have these in turn'],
  extras: [
    '',
    'what every twentieth report of the load comes with, by comma, or all: the terminals have these in turn',
  ],
  photos: [null, 'every twentieth report of the load comes with a photo (0x0801)'],
  evidence: [null, 'every twentieth report of the load is a camera alarm whose files are sent when asked for (0x9208)'],
  'known-stdin': [null, 'what terminals of the demo remember comes from standard input'],
  help: [null, 'this text'],
} as const;

const transports = ['tcp', 'udp', 'tls'] as const;

/** The text of --help. */
export function helpText(): string {
  const line = (name: string, said: string): string => `  ${name.padEnd(18)} ${said}`;
  const options = Object.entries(words).map(([name, [usual, said]]) =>
    line(`--${name}`, usual ? `${said} (${usual})` : said),
  );
  const faults = Object.entries(faultWords).map(([name, said]) => line(name, said));
  const extras = Object.entries(extraWords).map(([name, said]) => line(name, said));
  const head = 'Terminals that speak JT/T 808: a demo fleet, or load.';
  return [head, '', ...options, '', 'Faults:', ...faults, '', 'Extras:', ...extras].join('\n');
}

/** Reads the options. Throws an Error with a sentence when one is unknown or wrong. */
export function readOptions(args: string[]) {
  const text = (name: Exclude<keyof typeof words, 'photos' | 'evidence' | 'known-stdin' | 'help'>) => ({
    type: 'string' as const,
    default: words[name][0],
  });
  const flag = { type: 'boolean' as const, default: false };
  const { values } = parseArgs({
    args,
    options: {
      host: text('host'),
      port: text('port'),
      transport: text('transport'),
      ca: text('ca'),
      fleet: text('fleet'),
      speed: text('speed'),
      'history-days': text('history-days'),
      concurrency: text('concurrency'),
      load: text('load'),
      rate: text('rate'),
      seconds: text('seconds'),
      'first-phone': text('first-phone'),
      faults: text('faults'),
      extras: text('extras'),
      photos: flag,
      evidence: flag,
      'known-stdin': flag,
      help: flag,
    },
  });
  const transport = transports.find((known) => known === values.transport);
  if (!transport) throw new Error(`--transport is tcp, udp or tls, not ${values.transport}`);
  if (values.fleet !== 'demo') throw new Error(`unknown fleet: ${values.fleet}`);
  const ca = values.ca === '' ? undefined : readFileSync(values.ca, 'utf8');
  return {
    ...values,
    port: Number(values.port),
    transport,
    ca,
    faults: readNames('fault', values.faults, faultNames),
    extras: readNames('extra', values.extras, extraNames),
  };
}

/** Names by comma, or all of them. Throws when one is unknown. */
function readNames<T extends string>(what: string, list: string, names: readonly T[]): T[] {
  if (list === 'all') return [...names];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const found = names.find((known) => known === name);
      if (!found) throw new Error(`unknown ${what}: ${name}; there are ${names.join(', ')}`);
      return found;
    });
}

/** The options of a load. */
export const loadOptionsOf = (values: ReturnType<typeof readOptions>): LoadOptions => ({
  host: values.host,
  port: values.port,
  transport: values.transport,
  ca: values.ca,
  terminals: Number(values.load),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  firstPhone: values['first-phone'],
  faults: values.faults,
  extras: values.extras,
  photos: values.photos,
  evidence: values.evidence,
});
