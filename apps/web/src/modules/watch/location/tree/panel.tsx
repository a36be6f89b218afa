import { keysOf } from '@tongda/contract/core/keys';
import { Input, Popover, Select, Skeleton, Tooltip } from 'antd';
import { ArrowDownUp, ChevronLeft, ListFilter, Search } from 'lucide-react';
import { type KeyboardEvent, lazy, memo, Suspense, useCallback } from 'react';
import type { VehiclesBy } from '../../../base/vehicles-by/door';
import {
  type ExtraFilters,
  type MonitorItem,
  matchesText,
  noExtraFilters,
  type SortOrder,
  sortOrders,
} from '../monitor/model';
import { type RowsProps, TreeRows } from './rows';
import { StateChips, type StateChipsProps } from './state-chips';

/** Its controls come when the funnel is opened. */
const ExtraFilterForm = lazy(async () => ({ default: (await import('./extra-filter-form')).ExtraFilterForm }));

interface TreeProps extends RowsProps {
  counts: StateChipsProps['counts'];
  /** the first snapshot is on its way */
  loading: boolean;
  text: string;
  onText: (text: string) => void;
  filter: StateChipsProps['filter'];
  onFilter: StateChipsProps['onFilter'];
  extra: ExtraFilters;
  onExtra: (extra: ExtraFilters) => void;
  sort: SortOrder;
  onSort: (sort: SortOrder) => void;
  by: VehiclesBy;
  /** absent for who has no groups of his own */
  onBy: ((by: VehiclesBy) => void) | undefined;
  /** how the data comes, at the foot */
  linkWord: string;
  /** colour of the dot before it */
  linkOk: boolean;
  onCollapse: () => void;
}

/** Left panel: search, state chips with counts, fleets and their vehicles. Rows keep their place until the user sorts again. */
export const FleetTree = memo(function FleetTree(props: TreeProps) {
  const { all, shown, text, onEnter, grouped } = props;
  // the first in the order of the tree (fleets, then vehicles) that fits what is typed: the rows follow behind
  const enter = useCallback(() => {
    const firstOf = (items: readonly MonitorItem[]): MonitorItem | undefined =>
      grouped(items, items)
        .flatMap((group) => group.items)
        .find((item) => matchesText(item, text));
    const first = firstOf(shown) ?? firstOf(all);
    if (first) onEnter(first.info.vehicleId);
  }, [all, shown, text, onEnter, grouped]);
  return (
    <section className="watch-location-tree" aria-label="车辆">
      <TreeHead
        text={props.text}
        onText={props.onText}
        extra={props.extra}
        onExtra={props.onExtra}
        onCollapse={props.onCollapse}
        onEnter={enter}
      />
      <StateChips counts={props.counts} loading={props.loading} filter={props.filter} onFilter={props.onFilter} />
      <div className="watch-location-cols" aria-hidden="true">
        <span />
        <span>车辆</span>
        <span className="num">速度 / 时长</span>
        <span className="num">温1(℃)</span>
        <span className="num">温2(℃)</span>
      </div>
      {props.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 14, width: '100%' }} className="watch-location-wait" />
      ) : (
        <TreeRows
          all={props.all}
          shown={props.shown}
          grouped={props.grouped}
          hiddenFleets={props.hiddenFleets}
          onToggleFleet={props.onToggleFleet}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          onEnter={props.onEnter}
        />
      )}
      <footer className="watch-location-foot">
        <ArrowDownUp className="td-ico" aria-hidden="true" />
        <SortSelect sort={props.sort} onSort={props.onSort} />
        {props.onBy ? <BySelect by={props.by} onBy={props.onBy} /> : null}
        <span className="grow" />
        <i className={props.linkOk ? 'watch-location-link ok' : 'watch-location-link warn'} />
        <span>{props.linkWord}</span>
      </footer>
    </section>
  );
});

const sortOptions = keysOf(sortOrders).map((value) => ({ value, label: sortOrders[value] }));

const SortSelect = memo(function SortSelect({ sort, onSort }: Pick<TreeProps, 'sort' | 'onSort'>) {
  return (
    <Select
      variant="borderless"
      size="small"
      value={sort}
      aria-label="排序"
      popupMatchSelectWidth={96}
      options={sortOptions}
      onChange={onSort}
    />
  );
});

const waysOfGrouping: Array<{ value: VehiclesBy; label: string }> = [
  { value: 'fleet', label: '车队' },
  { value: 'group', label: '我的分组' },
];

const BySelect = memo(function BySelect({ by, onBy }: { by: VehiclesBy; onBy: (by: VehiclesBy) => void }) {
  return (
    <Select
      variant="borderless"
      size="small"
      value={by}
      aria-label="分组方式"
      popupMatchSelectWidth={110}
      options={waysOfGrouping}
      onChange={onBy}
    />
  );
});

/** Into the rows, which arrow keys walk. */
function enterRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return;
  const row = event.currentTarget.closest('section')?.querySelector<HTMLElement>('button[role="treeitem"]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

type HeadProps = Pick<TreeProps, 'text' | 'onText' | 'extra' | 'onExtra' | 'onCollapse'> & { onEnter: () => void };

const TreeHead = memo(function TreeHead({ text, onText, extra, onExtra, onCollapse, onEnter }: HeadProps) {
  const active = JSON.stringify(extra) !== JSON.stringify(noExtraFilters);
  return (
    <div className="watch-location-head">
      <Input
        allowClear
        size="middle"
        prefix={<Search className="td-ico" />}
        placeholder="车牌 / 备注 / 终端 / 司机 / 尾号"
        aria-label="搜索车辆"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPressEnter={() => text.trim() !== '' && onEnter()}
        onKeyDown={enterRows}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Suspense fallback={<div className="watch-location-extra" />}>
            <ExtraFilterForm value={extra} onChange={onExtra} />
          </Suspense>
        }
      >
        <button
          type="button"
          className={`map-view-icon ${active ? 'on' : ''}`}
          aria-label="更多筛选"
          aria-pressed={active}
        >
          <ListFilter />
        </button>
      </Popover>
      <Tooltip title="收起列表">
        <button type="button" className="map-view-icon" aria-label="收起列表" onClick={onCollapse}>
          <ChevronLeft />
        </button>
      </Tooltip>
    </div>
  );
});
