import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { type equipment, type VehicleNode, vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { Segmented, TreeSelect } from 'antd';
import { ChevronDown } from 'lucide-react';
import { type CSSProperties, type Key, type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { stateTone, stateWord } from '../../../kit/show/motion-tone';
import { useVehicleGroups, type VehiclesBy } from '../vehicles-by/door';
import { afterTick, byOwnGroups, keysByVehicle, vehicleOfKey } from './branches';
import { vehiclesIn } from './chosen';
import './styles.css';

interface Option {
  value: string;
  title: string;
  /** what a search looks in: plate, remark, terminal; for a fleet its name */
  words: string;
  node: VehicleNode;
  selectable: boolean;
  checkable?: boolean;
  children?: Option[];
}

interface PickerProps {
  /** name for screen readers where no label stands beside it */
  label?: string;
  /** only vehicles that have all of this */
  equip?: Array<z.infer<typeof equipment>>;
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  style?: CSSProperties;
  size?: 'small' | 'middle' | 'large';
}
interface SingleProps extends PickerProps {
  multiple?: false;
  value?: string | null;
  onChange?: (vehicleId: string | undefined) => void;
}
interface MultipleProps extends PickerProps {
  multiple: true;
  /** most vehicles that may be chosen */
  max?: number;
  value?: string[];
  onChange?: (vehicleIds: string[]) => void;
}

const ways: Array<{ value: VehiclesBy; label: string }> = [
  { value: 'fleet', label: '车队' },
  { value: 'group', label: '我的分组' },
];

/** Vehicles among what is not shown as a tag, each once. */
const countOwn = (rest: ReadonlyArray<{ value?: unknown }>): number =>
  new Set(rest.map(({ value }) => vehicleOfKey(String(value)))).size;

/** 车辆选择器: fleets, or the user's own groups, with their vehicles, found by plate, remark, terminal number or pinyin initials; single, or several up to a limit. */
export function VehiclePicker(props: SingleProps | MultipleProps) {
  const { equip = [], placeholder = '车牌 / 备注 / 终端编号' } = props;
  const { data, isLoading } = useAsk(vehicleTree, { equip }, { staleTime: 30_000 });
  const { groups, by, choose } = useVehicleGroups();
  const nodes = useMemo(() => (by === 'group' ? byOwnGroups(data ?? [], groups) : (data ?? [])), [data, groups, by]);
  const options = useMemo(() => optionsOf(nodes), [nodes]);
  const keys = useMemo(() => keysByVehicle(nodes), [nodes]);
  const fleets = useMemo(
    () => new Map(options.map((o) => [o.value, (o.children ?? []).map((c) => c.value)])),
    [options],
  );
  const search = useOpenBranches(options);
  const common = {
    id: props.id,
    style: props.style,
    size: props.size,
    disabled: props.disabled,
    loading: isLoading,
    placeholder: isLoading ? '加载中…' : placeholder,
    'aria-label': props.label,
    allowClear: true,
    treeData: options,
    suffixIcon: <ChevronDown className="td-ico td-mute" />,
    treeExpandedKeys: search.expanded,
    onTreeExpand: (keys: Key[]) => search.expand(keys.map(String)),
    showSearch: {
      searchValue: search.text,
      onSearch: search.look,
      filterTreeNode: (text: string, option: object) =>
        pinyinMatch('words' in option ? String(option.words) : '', text),
    },
    onSelect: () => search.look(''),
    treeTitleRender: (option: Option) => <Node node={option.node} />,
    treeNodeLabelProp: 'title',
    popupMatchSelectWidth: 300,
    listHeight: 320,
    classNames: { popup: { root: 'base-vehicle-picker' } },
    treeExpandAction: 'click' as const,
    popupRender: (list: ReactElement) => (
      <>
        {groups.length > 0 ? (
          <div className="base-vehicle-picker-by">
            <Segmented size="small" block options={ways} value={by} onChange={choose} />
          </div>
        ) : null}
        {list}
      </>
    ),
    notFoundContent: isLoading ? '加载中…' : '没有可选的车辆',
  };
  if (props.multiple) {
    const { max, value, onChange } = props;
    const held = value ?? [];
    const shown = held.filter((id) => keys.has(id));
    const tick = (key: string, on: boolean): void => {
      const { ids, cut } = vehiclesIn(afterTick(held, { key, on }, fleets), fleets, max);
      if (cut > 0) toast('warning', `最多可选${max}辆`);
      onChange?.(ids);
    };
    const toggle = (key: string): void => tick(key, !held.includes(vehicleOfKey(key)));
    return (
      <TreeSelect<string[], Option>
        {...common}
        onInputKeyDown={search.enter(toggle)}
        treeCheckable
        value={shown.flatMap((id) => keys.get(id) ?? [])}
        maxTagCount="responsive"
        // a narrow control has room for no plate at all
        maxTagPlaceholder={(rest) => `${countOwn(rest) < shown.length ? '等 ' : ''}${shown.length} 辆`}
        showCheckedStrategy={TreeSelect.SHOW_CHILD}
        onChange={(left, _labels, { triggerValue, checked }) =>
          triggerValue === undefined || left.length === 0
            ? onChange?.([])
            : tick(String(triggerValue), checked === true)
        }
      />
    );
  }
  const { value, onChange } = props;
  // an id that the tree does not know (yet) would be shown as a bare number
  const shown = value && keys.has(value) ? value : undefined;
  const take = (id: string, input: HTMLElement): void => {
    onChange?.(vehicleOfKey(id));
    // it is chosen: the list closes
    input.blur();
  };
  return (
    <TreeSelect<string | undefined, Option>
      {...common}
      value={shown}
      onInputKeyDown={search.enter(take)}
      onChange={(id) => onChange?.(id ? vehicleOfKey(id) : undefined)}
    />
  );
}

/** The first vehicle that a search finds, in the order of the tree. */
function firstFound(options: readonly Option[], text: string): string | null {
  for (const { value, words, selectable, children = [] } of options) {
    if (selectable && pinyinMatch(words, text)) return value;
    const below = firstFound(children, text);
    if (below !== null) return below;
  }
  return null;
}

/** Whether the row that arrows walked to is a fleet, which nobody looks for by a plate. */
const isOnFleet = (): boolean =>
  document.querySelector(
    '.base-vehicle-picker:not(.ant-select-dropdown-hidden) .ant-select-tree-treenode-active .base-vehicle-picker-fleet',
  ) !== null;

/**
 * The search of the picker. Expanded are the fleets that the user opened, during a search all of them, except those that he closed. Enter takes the first vehicle that
 * was found, unless arrows walked to another vehicle.
 */
function useOpenBranches(options: readonly Option[]) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<string[]>([]);
  const [closed, setClosed] = useState<string[]>([]);
  const branches = useMemo(() => branchesOf(options), [options]);
  const walked = useRef(false);
  const look = (next: string): void => {
    walked.current = false;
    setText(next);
    setClosed([]);
  };
  return {
    text,
    enter:
      (take: (id: string, input: HTMLElement) => void) =>
      (event: KeyboardEvent<HTMLElement>): void => {
        if (event.key.startsWith('Arrow')) walked.current = true;
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
        if (walked.current && !isOnFleet()) return;
        const found = firstFound(options, text);
        if (found === null) return;
        event.preventDefault();
        // the list would take what it thinks to be in front: a fleet
        event.stopPropagation();
        look('');
        take(found, event.currentTarget);
      },
    expanded: text === '' ? opened : branches.filter((id) => !closed.includes(id)),
    expand: (keys: string[]): void =>
      text === '' ? setOpened(keys) : setClosed(branches.filter((id) => !keys.includes(id))),
    look,
  };
}
const branchesOf = (options: readonly Option[]): string[] =>
  options.flatMap(({ value, children }) => (children ? [value, ...branchesOf(children)] : []));

const optionsOf = (nodes: readonly VehicleNode[]): Option[] =>
  nodes.map((node) => ({
    value: node.id,
    title: node.name,
    words: node.type === 'fleet' ? '' : `${node.name} ${node.remarkNo} ${node.terminalNo}`,
    node,
    selectable: node.type === 'vehicle',
    children: node.type === 'fleet' ? optionsOf(node.children) : undefined,
  }));

function Node({ node }: { node: VehicleNode }) {
  if (node.type === 'fleet') {
    return (
      <span className="base-vehicle-picker-fleet">
        {node.name}
        <span className="td-cap">
          {node.online}/{node.total}
        </span>
      </span>
    );
  }
  return (
    <span className="base-vehicle-picker-row">
      <span className="td-dot" data-tone={stateTone(node.state)}>
        {node.name}
      </span>
      <span className="td-cap" title={stateWord(node.state)}>
        {node.remarkNo || stateWord(node.state)}
      </span>
    </span>
  );
}
