import { overseasWay, type WayLeg, type zones } from '@tongda/contract/reports/recorder/overseas-way';
import { Drawer, Table } from 'antd';
import { useMemo } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { formatDuration } from '../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../kit/show/states';
import { useThemeMode } from '../../map/base/theme-mode';
import { type Pin, PinLayer, type PinWay } from '../../map/places/pin-layer';
import { MapView } from '../../map/view/canvas';
import type { ColourName } from '../../theme/colours';
import { colour, type ThemeMode } from '../../theme/palette';
import './styles.css';

/** Countries in the order in which they were reached; more than these begin anew. */
const colours = ['teal', 'sand', 'violet', 'ice', 'green', 'amber'] as const satisfies readonly ColourName[];
type Transit = ReadonlyArray<{ country: string; seconds: number }>;
/** Colour of a country; of the time between two of them grey. */
function colourOf(country: string, transit: Transit, mode: ThemeMode): string {
  const nth = transit.filter((one) => one.country !== '').findIndex((one) => one.country === country);
  return colour(nth < 0 ? 'grey' : (colours[nth % colours.length] ?? 'grey'), mode);
}
/** Room around the way for pins and their words, px. */
const room = { top: 40, right: 64, bottom: 12, left: 24 };
const countryName = (country: string): string => (country === '' ? '途中无定位' : country);

interface WayProps {
  recorderId: string;
  name: string;
  startTime: string;
  endTime: string;
  timeZone: keyof typeof zones;
  close: () => void;
}

/** 轨迹 of a recorder abroad: its way coloured by country, and how long it was in each of them. */
export function OverseasWayDrawer({ name, close, ...asked }: WayProps) {
  const answer = useAsk(overseasWay, asked);
  return (
    <Drawer open title={`轨迹 ${name}`} size={860} onClose={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {answer.data ? <Way {...answer.data} /> : null}
    </Drawer>
  );
}

type Found = NonNullable<ReturnType<typeof useAsk<typeof overseasWay>>['data']>;

function Way({ legs, transit, readings, places }: Found) {
  const mode = useThemeMode();
  const ways = useMemo(() => linesOf(legs, (country) => colourOf(country, transit, mode)), [legs, transit, mode]);
  const pins = useMemo(() => entriesOf(legs, (country) => colourOf(country, transit, mode)), [legs, transit, mode]);
  const all = useMemo(() => legs.flatMap(({ path }) => path), [legs]);
  if (legs.length === 0)
    return (
      <Empty
        title="该时段没有位置"
        text={readings === 0 ? '设备在该时段没有上报，请换一个时段' : `有 ${readings} 条读数，但都没有定位`}
      />
    );
  return (
    <div className="td-stack">
      <div className="reports-recorder-way">
        <MapView controls={false} padding={room} onReady={(map) => map.fitBounds(all, { maxZoom: 12, animate: false })}>
          <PinLayer pins={pins} ways={ways} />
        </MapView>
      </div>
      <ul className="reports-recorder-transit" aria-label="各国时长">
        {transit.map(({ country, seconds }) => (
          <li key={country}>
            <i style={{ background: colourOf(country, transit, mode) }} />
            {countryName(country)} <b>{formatDuration(seconds)}</b>
          </li>
        ))}
      </ul>
      <Table<WayLeg>
        size="small"
        rowKey={({ from }) => from}
        dataSource={legs}
        pagination={false}
        columns={[
          { title: '国家/地区', width: 130, render: (_, { country }) => countryName(country) },
          { dataIndex: 'from', title: '进入', width: 196 },
          { dataIndex: 'until', title: '离开', width: 196 },
          { title: '时长', align: 'right', render: (_, { seconds }) => formatDuration(seconds) },
          { dataIndex: 'readings', title: '位置(个)', width: 84, align: 'right' },
        ]}
      />
      <p className="td-cap">
        {readings} 条读数，{places}{' '}
        个位置。国家/地区按所在时区判断；线为相邻位置的连线，不是实际路线；虚线为两地之间没有定位。
      </p>
    </div>
  );
}

/** The legs as lines that follow each other: over a border unbroken, dashed where nothing is known of the way between. */
function linesOf(legs: readonly WayLeg[], colourIn: (country: string) => string): PinWay[] {
  return legs.flatMap(({ country, path }, i): PinWay[] => {
    const before = legs[i - 1];
    const unknown = before?.country === '';
    const end = (unknown ? legs[i - 2] : before)?.path.at(-1);
    const [first] = path;
    if (!end || !first) return [{ path, as: 'driven', colour: colourIn(country) }];
    if (!unknown) return [{ path: [end, ...path], as: 'driven', colour: colourIn(country) }];
    return [
      { path: [end, first], as: 'driven', dashed: true, colour: colourIn('') },
      { path, as: 'driven', colour: colourIn(country) },
    ];
  });
}

/** Where the way begins, comes into each country, and ends. */
function entriesOf(legs: readonly WayLeg[], colourIn: (country: string) => string): Pin[] {
  const known = legs.filter(({ path }) => path.length > 0);
  const pins = known.flatMap(({ country, path: [first] }, i): Pin[] =>
    first
      ? [{ lng: first[0], lat: first[1], colour: colourIn(country), label: i === 0 ? `起 ${country}` : country }]
      : [],
  );
  const end = known.at(-1)?.path.at(-1);
  return end ? [...pins, { lng: end[0], lat: end[1], label: '止', selected: true }] : pins;
}
