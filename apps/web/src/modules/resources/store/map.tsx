import { locateStatus, useStatus } from '@tongda/contract/ground/place/enums';
import { storeArrivals } from '@tongda/contract/resources/store/arrivals';
import {
  maxStorePins,
  type StorePin,
  type StoreRow,
  storeMap,
  storePage,
  storeUpdate,
} from '@tongda/contract/resources/store/calls';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { Button, Segmented } from 'antd';
import { ClipboardCheck, Pencil, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { FilterBar } from '../../../kit/list/filter/bar';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState } from '../../../kit/show/states';
import { ClusterLayer, type ClusterPin } from '../../../map/places/cluster-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { pinColours } from '../../../theme/map-colours';
import { ArrivalsDrawer } from './arrivals-drawer';
import { storeLinks } from './links';

const choices = [
  { value: 'list', label: '列表' },
  { value: 'map', label: '地图' },
];

/** Switches between 列表 and 地图; the choice is kept in the address. */
export function ViewSwitch() {
  const [params, setParams] = useSearchParams();
  return (
    <Segmented
      aria-label="显示方式"
      options={choices}
      value={params.get('view') === 'map' ? 'map' : 'list'}
      onChange={(view) =>
        setParams(
          (old) => {
            const next = new URLSearchParams(old);
            if (view === 'map') next.set('view', 'map');
            else next.delete('view');
            next.delete('page');
            return next;
          },
          { replace: true },
        )
      }
    />
  );
}

const colourOf = ({ status, locateStatus: located, nodeType }: StorePin): string => {
  if (status !== useStatus.on) return pinColours.stale;
  if (located === locateStatus.off) return pinColours.wrong;
  return nodeType === nodeTypeList.warehouse ? pinColours.warehouse : pinColours.store;
};

/** The located stores under the filters on a map; a click on a pin shows the store's card. */
export function StoreMap({ tabs, filters }: { tabs: ComponentProps<typeof StatusTabs>['items']; filters: ReactNode }) {
  const list = useList<StoreRow>(storePage);
  const [map, setMap] = useState<MapHandle | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const answer = useAsk(storeMap, list.filters, { keep: true });
  const { data } = answer;
  const pins = useMemo(
    (): ClusterPin[] =>
      (data?.pins ?? []).map((pin) => ({
        id: pin.id,
        lng: pin.lng,
        lat: pin.lat,
        label: pin.storeName,
        colour: colourOf(pin),
      })),
    [data],
  );
  const fitted = useRef('');
  const which = JSON.stringify(list.filters);
  useEffect(() => {
    // the map moves only when the filters change
    if (!map || pins.length === 0 || answer.isPlaceholderData || fitted.current === which) return;
    fitted.current = which;
    map.fitBounds(
      pins.map(({ lng, lat }) => [lng, lat] as const),
      { maxZoom: 13, animate: false },
    );
  }, [map, pins, which, answer.isPlaceholderData]);
  const chosen = data?.pins.find(({ id }) => id === selected);
  return (
    <section className="kit-list resources-store-map-page">
      <StatusTabs list={list} name="locateStatus" items={tabs} />
      <FilterBar filters={list.filters} query={list.query} reset={list.reset} busy={answer.isFetching}>
        {filters}
      </FilterBar>
      <div className="kit-list-tools">
        <div className="kit-list-tools-left">
          <ViewSwitch />
          {data ? <span className="td-cap">{describeCounts(data)}</span> : null}
        </div>
      </div>
      {answer.error && !data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} right={storeMap.title} />
      ) : (
        <div className="resources-store-map-box">
          <MapView onReady={setMap} controls={{ right: 12, bottom: 12 }}>
            <ClusterLayer pins={pins} selectedId={selected} onSelect={setSelected} />
          </MapView>
          {data && pins.length === 0 ? (
            <div className="resources-store-map-none">
              <Empty
                title={data.total > 0 ? '符合条件的门店都还没有定位' : '没有符合条件的门店'}
                text={data.total > 0 ? '在列表中“定位”后显示在地图上' : '请放宽筛选条件'}
              />
            </div>
          ) : null}
          {chosen ? <StoreCard store={chosen} close={() => setSelected(null)} /> : null}
        </div>
      )}
    </section>
  );
}

function describeCounts({
  pins,
  total,
  missing,
}: {
  pins: readonly unknown[];
  total: number;
  missing: number;
}): string {
  const shown = total - missing;
  return [
    `共 ${total} 家`,
    ...(missing > 0 ? [`${missing} 家未定位，不在地图上`] : []),
    ...(shown > pins.length ? [`地图最多显示 ${maxStorePins} 家，请缩小筛选范围`] : []),
  ].join('，');
}

function StoreCard({ store, close }: { store: StorePin; close: () => void }) {
  const navigate = useNavigate();
  const [arrivals, setArrivals] = useState(false);
  const off: Array<[string, ReactNode]> =
    store.status === useStatus.on ? [] : [['状态', useStatus.label(store.status)]];
  const facts: Array<[string, ReactNode]> = [
    ['编码', store.storeCode],
    ['客户', store.customerName],
    ['地址', store.address],
    ['收货时间窗', store.windows],
    ['近30天到店', `${store.visits} 次`],
    [
      '定位',
      <span
        key="l"
        className={store.locateStatus === locateStatus.off ? 'resources-store-off' : 'resources-store-located'}
      >
        {locateStatus.label(store.locateStatus)}
      </span>,
    ],
    ...off,
  ];
  return (
    <section className="resources-store-card" aria-label={`${store.storeName} 信息`}>
      <header>
        <h2>{store.storeName}</h2>
        <span className="td-cap">{nodeTypeList.label(store.nodeType)}</span>
        <Button type="text" size="small" icon={<X />} aria-label="关闭" onClick={close} />
      </header>
      <dl>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <footer>
        <Can do={storeUpdate}>
          <Button type="primary" icon={<Pencil />} onClick={() => void navigate(storeLinks.edit(store.id))}>
            编辑
          </Button>
        </Can>
        <Can do={storeArrivals}>
          <Button icon={<ClipboardCheck />} onClick={() => setArrivals(true)}>
            到店证据
          </Button>
        </Can>
      </footer>
      {arrivals ? <ArrivalsDrawer store={store} close={() => setArrivals(false)} /> : null}
    </section>
  );
}
