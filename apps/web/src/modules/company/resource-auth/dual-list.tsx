import type { GrantResource } from '@tongda/contract/company/resource-auth/calls';
import { familyOf, type GrantKind, grantKindNames } from '@tongda/contract/company/resource-auth/rights';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { Checkbox, Input, TreeSelect } from 'antd';
import { ChevronDown, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { none } from '../../../kit/show/format';
import { useOneStop } from '../../../kit/show/hooks/use-one-stop';
import { ErrorState, Loading } from '../../../kit/show/states';
import { loadOrgs } from '../../base/org/door';
import { families } from './families';
import './styles.css';

export type Resource = GrantResource;
const mostResources = 5000;

interface DualListProps {
  kind: GrantKind;
  value?: Resource[];
  onChange?: (value: Resource[]) => void;
}

/** Form control: on the left the resources that may be granted, filtered by department and search, on the right the chosen ones. */
export function DualList({ kind, value = [], onChange }: DualListProps) {
  const held = new Set(value.map(({ id }) => id));
  const set = (next: Resource[]): void => onChange?.(next.slice(0, mostResources));
  const toggle = (row: Resource): void =>
    set(held.has(row.id) ? value.filter(({ id }) => id !== row.id) : [...value, row]);
  return (
    <div className="company-resource-auth-dual">
      <Choices kind={kind} held={held} toggle={toggle} addAll={(rows) => set([...value, ...rows])} />
      <Chosen rows={value} remove={toggle} clear={() => set([])} />
    </div>
  );
}

const searchWordsOf = (kind: GrantKind): string => {
  if (kind === 'vehicle') return '车牌 / 备注';
  if (kind === 'device') return '设备号';
  return kind === 'lock' ? '锁编号 / 车牌' : '名称 / 地址';
};

interface ChoicesProps {
  kind: GrantKind;
  /** ids of the chosen resources */
  held: ReadonlySet<string>;
  toggle: (row: Resource) => void;
  addAll: (rows: Resource[]) => void;
}

/** The resources that the caller may give, as far as the filters find them; Enter in the search takes the first. */
function Choices({ kind, held, toggle, addAll }: ChoicesProps) {
  const [keyword, setKeyword] = useState('');
  const [orgId, setOrgId] = useState<string>();
  const { resources } = families[familyOf(kind)].calls;
  const orgs = useTreeOptions(loadOrgs);
  const input = { kind, ...(keyword ? { keyword } : {}), ...(orgId ? { orgId } : {}) };
  const answer = useAsk(resources, input, { keep: true });
  const list = answer.data?.list ?? [];
  const fresh = list.filter(({ id }) => !held.has(id));
  const noun = grantKindNames[kind];
  const stop = useOneStop(list.length);
  return (
    <section className="company-resource-auth-dual-side" aria-label="可选资源">
      <header>
        <span>可选{noun}</span>
        <Input
          aria-label={kind === 'vehicle' ? '搜索车牌' : `搜索${noun}`}
          placeholder={searchWordsOf(kind)}
          prefix={<Search className="td-ico td-mute" />}
          allowClear
          onChange={(event) => setKeyword(event.target.value.trim())}
          onPressEnter={() => keyword !== '' && !answer.isPlaceholderData && fresh[0] && toggle(fresh[0])}
          {...stop.field}
        />
        <TreeSelect
          aria-label="按部门"
          suffixIcon={<ChevronDown className="td-ico td-mute" />}
          treeData={orgs}
          value={orgId}
          placeholder="全部部门"
          showSearch={treeSearch}
          allowClear
          treeDefaultExpandAll
          popupMatchSelectWidth={false}
          onChange={setOrgId}
        />
      </header>
      <div className="company-resource-auth-dual-list" {...stop.keys}>
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
        {answer.isLoading ? <Loading /> : null}
        {list.map((row, i) => (
          <Checkbox
            key={row.id}
            className="company-resource-auth-dual-choice"
            checked={held.has(row.id)}
            onChange={() => toggle(row)}
            aria-label={row.name}
            tabIndex={stop.tabIndexOf(i)}
          >
            <span>{row.name}</span>
            <span className="td-cap">{[row.remark, row.orgName].filter(Boolean).join(' · ')}</span>
          </Checkbox>
        ))}
      </div>
      <footer>
        <button
          type="button"
          className="td-plain kit-table-word"
          disabled={fresh.length === 0}
          onClick={() => addAll(fresh)}
        >
          全选 {fresh.length}
        </button>
        <span>
          {answer.data && answer.data.total > list.length
            ? `共 ${answer.data.total}，显示前 ${list.length}，请搜索或选部门`
            : `共 ${answer.data?.total ?? none}`}
        </span>
      </footer>
    </section>
  );
}

interface ChosenProps {
  rows: readonly Resource[];
  remove: (row: Resource) => void;
  clear: () => void;
}

/** The chosen resources; a click removes one. */
function Chosen({ rows, remove, clear }: ChosenProps) {
  const [keyword, setKeyword] = useState('');
  const shown = rows.filter(({ name }) => pinyinMatch(name, keyword)).slice(0, 500);
  const stop = useOneStop(shown.length);
  return (
    <section className="company-resource-auth-dual-side" aria-label="已选资源">
      <header>
        <span>已选 {rows.length}</span>
        <Input
          aria-label="在已选中搜索"
          placeholder="在已选中搜索"
          prefix={<Search className="td-ico td-mute" />}
          allowClear
          onChange={(event) => setKeyword(event.target.value)}
          {...stop.field}
        />
      </header>
      <div className="company-resource-auth-dual-list" {...stop.keys}>
        {shown.map((row, i) => (
          <button
            key={row.id}
            type="button"
            tabIndex={stop.tabIndexOf(i)}
            className="td-plain company-resource-auth-dual-row"
            aria-label={`移除${row.name}`}
            onClick={() => remove(row)}
          >
            <X className="td-ico" />
            <span>{row.name}</span>
            <span className="td-cap">{row.orgName}</span>
          </button>
        ))}
      </div>
      <footer>
        <button type="button" className="td-plain kit-table-word" disabled={rows.length === 0} onClick={clear}>
          全部移除
        </button>
        <span>最多 {mostResources}</span>
      </footer>
    </section>
  );
}
