import { mapGrantDetail } from '@tongda/contract/company/resource-auth/map-grants';
import { windowWords } from '@tongda/contract/core/field/time-window';
import { type MotionState, motionState } from '@tongda/contract/core/live';
import { placeSplit } from '@tongda/contract/ground/place/areas';
import { type PlaceDetail, placeDel, placeDetail, placeInside, placeUpdate } from '@tongda/contract/ground/place/calls';
import { placeSource, placeType, placeVisible, useStatus } from '@tongda/contract/ground/place/enums';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { History, KeyRound, Pencil, Scissors, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { formatNumber, minuteText, shortTime, wireTime } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { spotText } from '../../../kit/show/spot';
import { ErrorState, Loading } from '../../../kit/show/states';
import { measureShape } from '../../../map/draw/model';
import { StateSymbol } from '../../../map/overlay/state-symbol';
import { canSplit, grantsOf } from './can';
import { SegmentList } from './draw/segments-field';
import { Passes } from './passes';
import { Visits } from './visits';

interface PlaceCardProps {
  id: string;
  onEdit: () => void;
  onSplit: (place: PlaceDetail) => void;
  onHistory: (name: string) => void;
  onVisits: (name: string) => void;
  onDelete: (place: PlaceDetail) => void;
  onClose: () => void;
  /** shows a former shape on the map; null: none */
  onGround: (shape: WireShape | null) => void;
  ground: WireShape | null;
  /** begins at the former grounds */
  atVersions?: boolean;
}

/** Right panel: one place, who is inside now, what uses it, what it looked like before. */
export function PlaceCard(props: PlaceCardProps) {
  const { id } = props;
  const detail = useAsk(placeDetail, { id });
  const place = detail.data;
  return (
    <section className="ground-place-card" aria-label={place ? `${place.name} 信息` : '站点信息'}>
      <header>
        {place ? (
          <i className={place.icon ? 'icon' : undefined} style={{ background: place.color }}>
            {place.icon}
          </i>
        ) : null}
        <h2>{place?.name ?? '…'}</h2>
        {place ? <span className="td-cap">{placeType.label(place.placeType)}</span> : null}
        <Button type="text" icon={<X />} aria-label="关闭" onClick={props.onClose} />
      </header>
      <div className="body">
        {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
        {!place && !detail.error ? <Loading /> : null}
        {place ? (
          <>
            <Facts place={place} />
            {place.placeType === placeType.truckLimit ? <Passes place={place} /> : null}
            {place.kind === 'line' ? null : <Inside id={id} />}
            {place.kind === 'line' ? null : <Visits id={id} all={() => props.onVisits(place.name)} />}
            <SegmentList segments={place.segments} />
            <Former {...props} place={place} />
          </>
        ) : null}
      </div>
      {place ? (
        <footer>
          {place.source === placeSource.store ? null : (
            <Can do={placeUpdate}>
              <Button type="primary" icon={<Pencil />} onClick={props.onEdit}>
                编辑
              </Button>
            </Can>
          )}
          {canSplit(place) ? (
            <Can do={placeSplit}>
              <Button icon={<Scissors />} onClick={() => props.onSplit(place)}>
                拆分
              </Button>
            </Can>
          ) : null}
          <Button icon={<History />} onClick={() => props.onHistory(place.name)}>
            变更记录
          </Button>
          <Can do={mapGrantDetail}>
            <Link to={grantsOf(place)}>
              <Button icon={<KeyRound />}>授权</Button>
            </Link>
          </Can>
          <Can do={placeDel}>
            <Button danger icon={<Trash2 />} onClick={() => props.onDelete(place)}>
              删除
            </Button>
          </Can>
        </footer>
      ) : null}
    </section>
  );
}

function Facts({ place }: { place: PlaceDetail }) {
  const facts: Array<readonly [string, string]> = [
    ['今日进入', place.kind === 'line' ? '' : `${formatNumber(place.todayCount)} 次`],
    ['范围', measureShape(place.shape)],
    ['中心', spotText(place.lng, place.lat)],
    ['地址', place.address],
    ['编码', place.code],
    ['限速', place.speedLimitKmh === null ? '' : `${formatNumber(place.speedLimitKmh)} km/h`],
    ...(place.placeType === placeType.truckLimit
      ? [
          [
            '限行',
            `${windowWords(place.hours) || '全天'}，${place.limitOverT === null ? '所有货车' : `总质量超过 ${formatNumber(place.limitOverT)} t 的货车`}`,
          ] as const,
        ]
      : [['时段', windowWords(place.hours)] as const]),
    ...(place.kind === 'line'
      ? [['方向', place.twoWay ? '双向' : '单向'] as const]
      : [['判定', `缓冲 ${formatNumber(place.bufferM)} m，停留满 ${formatNumber(place.stayMin)} 分钟算到访`] as const]),
    ['联系人', [place.contact, place.phone].filter(Boolean).join(' ')],
    ['可见', [placeVisible.label(place.visible), place.orgName].filter(Boolean).join(' · ')],
    ['标签', place.tags.join('、')],
    ['来源', placeSource.label(place.source)],
    ['状态', useStatus.label(place.status)],
    ['备注', place.remark],
    ['更新', `${place.updateUser} ${shortTime(place.updateTime)}`.trim()],
  ];
  return (
    <dl className="ground-place-facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      <div>
        <dt>引用</dt>
        <dd>{place.usedBy.length > 0 ? place.usedBy.join('、') : '没有被使用'}</dd>
      </div>
    </dl>
  );
}

const stateOf = (code: number): MotionState => motionState.codes.find((one) => one === code) ?? motionState.offline;

const wire = 'YYYY-MM-DD HH:mm:ss';

/** Who is inside now, or was at a moment of the past. */
function Inside({ id }: { id: string }) {
  const [moment, setMoment] = useState<Dayjs | null>(null);
  const time = moment?.format(wire);
  const inside = useAsk(placeInside, { id, time }, { refetchInterval: time === undefined ? 30_000 : false });
  const vehicles = inside.data ?? [];
  return (
    <section className="ground-place-part">
      <div className="ground-place-when">
        <h3>
          在内车辆 <span>{vehicles.length}</span>
        </h3>
        <DatePicker
          size="small"
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          aria-label="查看时刻"
          placeholder="现在"
          value={moment}
          onChange={setMoment}
          disabledDate={(day) => day.isAfter(dayjs(wireTime(Date.now())), 'day')}
        />
      </div>
      {inside.error ? <ErrorState error={inside.error} retry={() => void inside.refetch()} /> : null}
      {vehicles.map((v) => (
        <Link key={v.vehicleId} to={linkToVehicle(v.vehicleId, moment)}>
          {v.state === null ? null : <StateSymbol state={stateOf(v.state)} size={16} />}
          {dottedPlate(v.plateNo)}
          <span className="td-cap">
            {v.state === null
              ? `${shortTime(v.deviceTime)} 定位`
              : `${motionState.label(v.state)} 自 ${minuteText(v.stateSince)}`}
          </span>
        </Link>
      ))}
      {inside.isSuccess && vehicles.length === 0 ? (
        <p className="td-cap">{time === undefined ? '现在没有车辆在内' : '该时刻没有车辆在内'}</p>
      ) : null}
    </section>
  );
}

/** The vehicle on the map; for a moment of the past its track around it. */
function linkToVehicle(vehicleId: string, moment: Dayjs | null): string {
  if (!moment) return href(routes.location, 'community', { vehicleId });
  const [startTime, endTime] = [moment.subtract(1, 'hour').format(wire), moment.add(1, 'hour').format(wire)];
  return href(routes.trajectory, 'community', { vehicleId, startTime, endTime });
}

/** Earlier grounds: reports judge a day by the ground of that day. */
function Former({ place, ground, onGround, atVersions }: PlaceCardProps & { place: PlaceDetail }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (atVersions) part.current?.scrollIntoView({ block: 'nearest' });
  }, [atVersions]);
  if (place.versions.length === 0 && !atVersions) return null;
  return (
    <section className="ground-place-part" ref={part}>
      <h3>
        历史版本 <span>{place.versions.length}</span>
      </h3>
      {place.versions.length === 0 ? <p className="td-cap">图形没有修改过</p> : null}
      {place.versions.map((version) => (
        <button
          key={version.startTime}
          type="button"
          className="td-plain"
          aria-pressed={ground === version.shape}
          onClick={() => onGround(ground === version.shape ? null : version.shape)}
        >
          <span>
            {version.startTime.slice(0, 16)} 至 {version.endTime.slice(0, 16)}
          </span>
          <span className="td-cap">{version.words}</span>
        </button>
      ))}
    </section>
  );
}
