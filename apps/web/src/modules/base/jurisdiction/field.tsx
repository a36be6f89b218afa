import {
  type JurisdictionCall,
  type JurisdictionChange,
  jurisdictionLimit,
} from '@tongda/contract/base/org/jurisdiction';
import { placeShapes } from '@tongda/contract/ground/place/calls';
import { Input, Segmented, Tree } from 'antd';
import { ChevronDown, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { EditField } from '../../../kit/form/edit-field';
import { useTreeOptions } from '../../../kit/form/input/tree-options';
import { none } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { PlaceLayer } from '../../../map/places/layer';
import { PinLayer } from '../../../map/places/pin-layer';
import { useFirstFit } from '../../../map/places/use-first-fit';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { loadOrgs } from '../org/door';
import { changeAfterTicks, changeWords, keyOf, lockedKeys, noChange, tickedKeys, tickTree } from './ticks';
import './styles.css';

interface FieldProps {
  /** reads the ticks of a department or of a user */
  of: JurisdictionCall;
  /** absent: one that is about to be made */
  id: string | undefined;
}

/** 管辖范围: form field with the resources that a department or user is given, as ticks in a tree and on the map (enterprise.md E3, E16). */
export const JurisdictionField = ({ of, id }: FieldProps) => (
  <EditField
    name="jurisdiction"
    label="管辖范围"
    span={12}
    verb="选择"
    show={changeWords}
    help="勾选即授权查看，取消即撤销；灰色的因归属、数据范围或上级授权等原因已可见。控制、视频、编辑权限和有效期在资源授权中设置"
  >
    <Ticks of={of} target={id} />
  </EditField>
);

interface TicksProps {
  of: JurisdictionCall;
  target: string | undefined;
  value?: JurisdictionChange;
  onChange?: (value: JurisdictionChange) => void;
}
type Group = 'vehicle' | 'map';

/** The ticks. In the search Enter ticks the first that is found, the arrow down leads into the tree, whose arrows and Enter are its own. */
export function Ticks({ of, target, value = noChange, onChange }: TicksProps) {
  const [group, setGroup] = useState<Group>('vehicle');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const orgs = useTreeOptions(loadOrgs);
  const input = { ...(target ? { id: target } : {}), group, ...(keyword ? { keyword } : {}) };
  const answer = useAsk(of, input, {
    keep: (before) => before.group === group,
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(() => answer.data?.list ?? [], [answer.data]);
  const tree = useMemo(() => tickTree(orgs, rows), [orgs, rows]);
  const keys = useMemo(() => tickedKeys(rows, value), [rows, value]);
  const shown = useMemo(() => [...keys, ...lockedKeys(tree)], [keys, tree]);
  const set = (next: Iterable<string>): void => onChange?.(changeAfterTicks(rows, value, new Set(next)));
  const toggle = (key: string): void => set(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]);
  const total = answer.data?.total ?? 0;
  const body = useRef<HTMLDivElement>(null);
  const first = rows.find((row) => row.source !== 'other' && !keys.includes(keyOf(row)));
  return (
    <div className="base-jurisdiction" data-group={group}>
      <header>
        <Segmented<Group>
          options={[
            { value: 'vehicle', label: '车辆' },
            { value: 'map', label: '区域、站点、线路、门店' },
          ]}
          value={group}
          onChange={setGroup}
        />
        <Input
          aria-label="搜索管辖范围"
          placeholder={group === 'vehicle' ? '搜索车牌' : '搜索名称'}
          prefix={<Search className="td-ico td-mute" />}
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => {
            const found = keyword !== '' && keyword === typed.trim() && !answer.isPlaceholderData;
            if (found && first) toggle(keyOf(first));
          }}
          onKeyDown={(event) => {
            const into = event.key === 'ArrowDown' && body.current?.querySelector<HTMLElement>('[tabindex="0"]');
            if (!into) return;
            event.preventDefault();
            into.focus();
          }}
        />
        <span className="td-cap">
          {total > jurisdictionLimit
            ? `共 ${total}，显示前 ${jurisdictionLimit}，请搜索`
            : `共 ${answer.data ? total : none}，已选 ${keys.length}`}
        </span>
      </header>
      <div className="base-jurisdiction-body">
        <div className="base-jurisdiction-tree" ref={body}>
          {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
          {answer.isLoading ? <Loading /> : null}
          {answer.data && rows.length === 0 ? <Empty title={keyword ? '没有找到' : '没有可授权的资源'} /> : null}
          {tree.length > 0 ? (
            <Tree
              key={`${group} ${keyword === '' ? '' : 'found'}`}
              checkable
              blockNode
              switcherIcon={<ChevronDown className="td-ico" />}
              height={318}
              treeData={tree}
              checkedKeys={shown}
              defaultExpandAll={keyword !== '' || rows.length <= 200}
              defaultExpandedKeys={tree.map(({ key }) => key)}
              titleRender={({ title, note }) => (
                <span>
                  {title}
                  {note ? <span className="td-cap"> {note}</span> : null}
                </span>
              )}
              onCheck={(next) => set((Array.isArray(next) ? next : next.checked).map(String))}
            />
          ) : null}
        </div>
        {group === 'map' ? <TickMap rows={rows} keys={keys} toggle={toggle} /> : null}
      </div>
    </div>
  );
}

interface TickMapProps {
  rows: Parameters<typeof tickTree>[1];
  keys: readonly string[];
  toggle: (key: string) => void;
}
/** The same places on the map: a click ticks or unticks one; ticked places carry a pin. */
function TickMap({ rows, keys, toggle }: TickMapProps) {
  const { data = [] } = useAsk(placeShapes, {}, { staleTime: 60_000 });
  const byId = useMemo(() => new Map(rows.filter(({ kind }) => kind !== 'store').map((row) => [row.id, row])), [rows]);
  const held = useMemo(() => new Set(keys), [keys]);
  const places = useMemo(() => data.filter(({ id }) => byId.has(id)), [data, byId]);
  const map = useRef<MapHandle>(null);
  useFirstFit(map, places);
  const pins = useMemo(
    () =>
      rows.flatMap(({ lng, lat, name, ...row }) =>
        row.source !== 'other' && held.has(keyOf(row)) && lng !== null && lat !== null
          ? [{ lng, lat, label: name }]
          : [],
      ),
    [rows, held],
  );
  return (
    <div className="base-jurisdiction-map" data-chosen={pins.length}>
      <MapView ref={map} controls={{ right: 8, bottom: 8 }}>
        <PlaceLayer
          places={places}
          onSelect={(id) => {
            const row = id ? byId.get(id) : undefined;
            if (row && row.source !== 'other') toggle(keyOf(row));
          }}
        />
        <PinLayer pins={pins} />
      </MapView>
    </div>
  );
}
