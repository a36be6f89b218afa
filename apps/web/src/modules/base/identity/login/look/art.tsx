import type { Brand } from '@tongda/contract/base/brand/calls';
import { keysOf } from '@tongda/contract/core/keys';
import { Logo } from '../../../../../kit/show/logo';

const width = 1040;
const height = 900;
const rad = Math.PI / 180;
/** Albers equal-area, standard parallels 25° and 47° N, meridian 105° E: the projection of printed maps. */
const cone = (Math.sin(25 * rad) + Math.sin(47 * rad)) / 2;
const constant = Math.cos(25 * rad) ** 2 + 2 * cone * Math.sin(25 * rad);
const radiusAt = (lat: number): number => Math.sqrt(constant - 2 * cone * Math.sin(lat * rad)) / cone;
const scale = 1160;

/** Canvas position of a place; degrees. */
function project(lng: number, lat: number): readonly [number, number] {
  const angle = cone * (lng - 105) * rad;
  const x = radiusAt(lat) * Math.sin(angle);
  const y = radiusAt(35) - radiusAt(lat) * Math.cos(angle);
  return [500 + x * scale, 530 - y * scale];
}

/** Cities the lines run between; the named ones are hubs. */
const cities = {
  上海: [121.47, 31.23],
  北京: [116.41, 39.9],
  沈阳: [123.43, 41.8],
  郑州: [113.63, 34.75],
  西安: [108.94, 34.34],
  武汉: [114.3, 30.59],
  成都: [104.07, 30.57],
  广州: [113.26, 23.13],
  哈尔滨: [126.53, 45.8],
  兰州: [103.83, 36.06],
  乌鲁木齐: [87.62, 43.83],
  拉萨: [91.11, 29.65],
  昆明: [102.83, 24.88],
  重庆: [106.55, 29.56],
  长沙: [112.94, 28.23],
  南宁: [108.37, 22.82],
  海口: [110.33, 20.03],
  福州: [119.3, 26.08],
  济南: [117.12, 36.65],
  呼和浩特: [111.75, 40.84],
  太原: [112.55, 37.87],
  南昌: [115.86, 28.68],
} as const;
type City = keyof typeof cities;
const hubs: ReadonlySet<string> = new Set(['上海', '北京', '沈阳', '郑州', '西安', '武汉', '成都', '广州']);

const arcs: ReadonlyArray<readonly [City, City, bend: number, kind: 'ice' | 'cold' | 'warm']> = [
  ['上海', '北京', -46, 'ice'],
  ['上海', '沈阳', 60, 'cold'],
  ['上海', '武汉', 30, 'cold'],
  ['上海', '广州', -60, 'ice'],
  ['上海', '成都', 74, 'ice'],
  ['上海', '福州', -26, 'cold'],
  ['上海', '西安', 52, 'ice'],
  ['北京', '郑州', 24, 'ice'],
  ['北京', '沈阳', -30, 'cold'],
  ['北京', '呼和浩特', 20, 'cold'],
  ['沈阳', '哈尔滨', 20, 'ice'],
  ['郑州', '济南', -16, 'cold'],
  ['郑州', '太原', 18, 'cold'],
  ['西安', '兰州', 22, 'cold'],
  ['兰州', '乌鲁木齐', 66, 'ice'],
  ['成都', '拉萨', 44, 'ice'],
  ['成都', '昆明', 30, 'warm'],
  ['武汉', '重庆', 30, 'warm'],
  ['武汉', '长沙', 16, 'cold'],
  ['广州', '南宁', 26, 'cold'],
  ['广州', '海口', -24, 'warm'],
  ['广州', '南昌', 26, 'cold'],
];

const placeOf = (city: City): readonly [number, number] => {
  const [lng, lat] = cities[city];
  return project(lng, lat);
};

/** A line between two cities that bends aside by `bend` px. */
function curveBetween(from: City, to: City, bend: number): string {
  const [x1, y1] = placeOf(from);
  const [x2, y2] = placeOf(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const cx = (x1 + x2) / 2 + ((y1 - y2) / length) * bend;
  const cy = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

const classes = [
  { kind: 'ice', name: '冷冻', range: '−25 ~ −18 ℃' },
  { kind: 'cold', name: '冷藏', range: '0 ~ 8 ℃' },
  { kind: 'warm', name: '常温', range: '10 ~ 30 ℃' },
] as const;

/** Lines of frozen, chilled and ambient transports between cities, on a field of dots; no outline of any country. */
function Network() {
  return (
    <svg
      className="base-identity-login-art-net"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <pattern id="td-dots" width="22" height="19" patternUnits="userSpaceOnUse">
          <circle cx="5" cy="5" r="1" />
          <circle cx="16" cy="14.5" r="1" />
        </pattern>
        <radialGradient id="td-fade" cx="58%" cy="56%" r="56%">
          <stop offset="0.2" stopColor="var(--td-white)" />
          <stop offset="1" stopColor="var(--td-white)" stopOpacity="0" />
        </radialGradient>
        <mask id="td-mask">
          <rect width={width} height={height} fill="url(#td-fade)" />
        </mask>
      </defs>
      <rect width={width} height={height} fill="url(#td-dots)" mask="url(#td-mask)" />
      {arcs.map(([from, to, bend, kind], i) => (
        <g key={`${from}${to}`} className={`base-identity-login-art-${kind}`}>
          <path d={curveBetween(from, to, bend)} />
          <circle r="2.2">
            <animateMotion
              dur={`${6 + (i % 5)}s`}
              begin={`-${(i * 3) % 7}s`}
              repeatCount="indefinite"
              path={curveBetween(from, to, bend)}
            />
          </circle>
        </g>
      ))}
      {keysOf(cities).map((city) => (
        <g
          key={city}
          transform={`translate(${placeOf(city).join(' ')})`}
          className={hubs.has(city) ? 'base-identity-login-art-hub' : 'base-identity-login-art-city'}
        >
          <circle r="16" />
          <circle r="6.5" />
          <circle r={hubs.has(city) ? 3.6 : 2} />
          {hubs.has(city) ? (
            <text x="12" y="4.5">
              {city}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

/** The dark left half of the login page with its picture. */
export function LoginArt({ name, brand }: { name: string; brand: Brand | null }) {
  const picture = brand?.loginBgUrl ?? null;
  const logo = brand?.loginLogoUrl ?? brand?.logoUrl ?? null;
  return (
    <aside className="base-identity-login-art" aria-label={`${name} 冷链运输云`}>
      {picture ? <img className="base-identity-login-art-picture" src={picture} alt="" /> : <Network />}
      <div className="base-identity-login-art-brand">
        {logo ? <img src={logo} alt="" height={34} /> : <Logo size={34} />}
        <b>{name}</b>
        <span>冷链运输云</span>
      </div>
      <div className="base-identity-login-art-words">
        <strong>{brand ? '全程温控，准时送达' : '全程温控，一路通达'}</strong>
        <p>车、货、温度、时效，在同一张图上</p>
      </div>
      <ul className="base-identity-login-art-classes">
        {classes.map(({ kind, name: label, range }) => (
          <li key={kind} className={`base-identity-login-art-${kind}`}>
            <b>{label}</b>
            <span>{range}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
