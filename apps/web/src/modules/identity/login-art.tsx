import { Logo } from '../../shell/logo';

/** Where the lines meet and how they run, on a canvas of 1040 x 900: a pattern, not a map. */
const hubs: ReadonlyArray<readonly [x: number, y: number]> = [
  [806, 384],
  [700, 552],
  [508, 612],
  [640, 300],
  [388, 470],
  [836, 640],
  [570, 760],
  [250, 640],
];
const arcs: ReadonlyArray<readonly [from: number, to: number, bend: number, kind: 'ice' | 'cold' | 'warm']> = [
  [0, 3, -60, 'cold'],
  [0, 1, 40, 'ice'],
  [0, 5, -50, 'cold'],
  [3, 4, -70, 'ice'],
  [1, 2, 50, 'cold'],
  [1, 5, 60, 'warm'],
  [2, 4, -40, 'ice'],
  [2, 6, 30, 'warm'],
  [4, 7, -60, 'cold'],
  [6, 5, 90, 'ice'],
  [7, 6, 70, 'warm'],
  [0, 2, 130, 'ice'],
];

const at = (index: number): readonly [number, number] => hubs[index] ?? [0, 0];

/** A line from hub to hub that bends aside by `bend` px. */
function curve(from: number, to: number, bend: number): string {
  const [x1, y1] = at(from);
  const [x2, y2] = at(to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const cx = (x1 + x2) / 2 + ((y1 - y2) / length) * bend;
  const cy = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
  return `M${x1} ${y1}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${x2} ${y2}`;
}

const classes = [
  { kind: 'ice', name: '冷冻', range: '−25 ~ −18 ℃' },
  { kind: 'cold', name: '冷藏', range: '0 ~ 8 ℃' },
  { kind: 'warm', name: '常温', range: '10 ~ 30 ℃' },
] as const;

/** The night side of the login page: lines of cold, cool and warm transports, without any national outline. */
export function LoginArt({ name }: { name: string }) {
  return (
    <aside className="td-login-art" aria-label={`${name} 冷链运输云`}>
      <svg viewBox="0 0 1040 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <defs>
          <pattern id="td-dots" width="22" height="19" patternUnits="userSpaceOnUse">
            <circle cx="5" cy="5" r="1" />
            <circle cx="16" cy="14.5" r="1" />
          </pattern>
          <radialGradient id="td-fade" cx="62%" cy="56%" r="52%">
            <stop offset="0" stopColor="#fff" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </radialGradient>
          <mask id="td-mask">
            <rect width="1040" height="900" fill="url(#td-fade)" />
          </mask>
        </defs>
        <rect width="1040" height="900" fill="url(#td-dots)" className="td-art-dots" mask="url(#td-mask)" />
        {arcs.map(([from, to, bend, kind]) => (
          <g key={`${from}-${to}`} className={`td-art-${kind}`}>
            <path d={curve(from, to, bend)} />
            <circle r="2.6">
              <animateMotion
                dur={`${6 + ((from * 3 + to) % 5)}s`}
                repeatCount="indefinite"
                path={curve(from, to, bend)}
                begin={`-${(from * 5 + to * 3) % 7}s`}
              />
            </circle>
          </g>
        ))}
        {hubs.map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`} className="td-art-hub">
            <circle r="16" />
            <circle r="7" />
            <circle r="4" />
          </g>
        ))}
      </svg>
      <div className="td-art-brand">
        <Logo size={34} />
        <b>{name}</b>
        <span>冷链运输云</span>
      </div>
      <div className="td-art-words">
        <strong>全程温控，一路通达</strong>
        <p>车、货、温度、时效，在同一张图上</p>
      </div>
      <ul className="td-art-classes">
        {classes.map(({ kind, name: label, range }) => (
          <li key={kind} className={`td-art-${kind}`}>
            <b>{label}</b>
            <span>{range}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
