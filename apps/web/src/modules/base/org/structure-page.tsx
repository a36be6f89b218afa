import {
  type OrgRow,
  orgAdd,
  orgChangeHis,
  orgDel,
  orgDetail,
  orgExport,
  orgImports,
  orgMembers,
  orgMove,
  orgSetManager,
  orgTree,
  orgUpdate,
  orgVehicles,
} from '@tongda/contract/base/org/calls';
import { orgType } from '@tongda/contract/base/org/enums';
import { authSave } from '@tongda/contract/company/resource-auth/shapes';
import { Button, Input } from 'antd';
import { Download, FolderInput, KeyRound, Pencil, Plus, Search, Trash2, Upload, UserStar } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ChangeHistory } from '../../../kit/detail/change-history';
import { SplitPage, SplitTabs } from '../../../kit/detail/split-page';
import { confirm } from '../../../kit/dialog/notify';
import { announceExport } from '../../../kit/files/downloads';
import { ImportDialog } from '../../../kit/import/dialog';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { OrgChildren } from './children';
import { CompanySettings } from './company-settings';
import { orgLinks } from './links';
import { ManagerDialog } from './manager-dialog';
import { OrgMembers } from './members';
import { dropPlace, toTree } from './model';
import { MoveDialog } from './move-dialog';
import { OrgTree } from './tree';
import { OrgVehicles } from './vehicles';
import './styles.css';

type Tab = 'members' | 'vehicles' | 'children' | 'log';

/** 组织架构: the tree of departments on the left; people, vehicles, what lies below and the log of the chosen one on the right. */
export function StructurePage() {
  const [params, setParams] = useSearchParams();
  const [keyword, setKeyword] = useState('');
  const [tab, setTab] = useState<Tab>('members');
  const [naming, setNaming] = useState<OrgRow | null>(null);
  const invalidate = useInvalidate();
  const answer = useAsk(orgTree, undefined);
  const rows = answer.data;
  const tree = useMemo(() => toTree(rows ?? []), [rows]);
  const changed = (): void => {
    for (const endpoint of [orgTree, orgMembers, orgVehicles, orgChangeHis, orgDetail]) void invalidate(endpoint);
  };
  const move = useAct(({ org, place }: Move) => call(orgMove, { orgId: org.id, ...place }), {
    told: (_, { org }) => `“${org.name}”已移动`,
    done: changed,
  });
  if (answer.error)
    return <ErrorState error={answer.error} retry={() => void answer.refetch()} right={orgTree.title} />;
  if (!rows) return <Loading />;
  const org = rows.find(({ id }) => id === params.get('id')) ?? rows[0];
  const choose = (id: string): void => setParams({ id }, { replace: true });
  return (
    <>
      <SplitPage
        label="组织架构"
        tools={
          <Input
            aria-label="搜索部门"
            placeholder="搜索部门，支持拼音首字母"
            prefix={<Search className="td-ico td-mute" />}
            allowClear
            onChange={(event) => setKeyword(event.target.value)}
          />
        }
        side={
          <OrgTree
            tree={tree}
            keyword={keyword}
            chosen={org?.id}
            choose={choose}
            move={async (id, target) => {
              const wanted = moveOf(rows, id, target);
              if (wanted && (await confirmMove(wanted))) await move.run(wanted);
            }}
          />
        }
      >
        {org ? (
          <>
            <Head org={org} rows={rows} name={() => setNaming(org)} changed={changed} choose={choose} />
            <SplitTabs<Tab>
              items={[
                { key: 'members', name: '成员' },
                { key: 'vehicles', name: '车辆设备' },
                { key: 'children', name: '子部门' },
                { key: 'log', name: '操作日志' },
              ]}
              value={tab}
              change={setTab}
            />
            <div className="kit-detail-split-body" key={`${org.id} ${tab}`}>
              {tab === 'members' ? <OrgMembers org={org} changed={changed} /> : null}
              {tab === 'vehicles' ? <OrgVehicles org={org} /> : null}
              {tab === 'children' ? (
                <OrgChildren rows={rows.filter((o) => o.parentId === org.id)} choose={choose} />
              ) : null}
              {tab === 'log' ? (
                <div className="kit-detail-split-pad">
                  <ChangeHistory of={orgChangeHis} id={org.id} />
                </div>
              ) : null}
            </div>
          </>
        ) : (
          <Empty title="没有可见的部门" text="您的账号未分配部门，请联系管理员" />
        )}
      </SplitPage>
      {naming ? <ManagerDialog org={naming} done={changed} close={() => setNaming(null)} /> : null}
    </>
  );
}

interface Move {
  org: OrgRow;
  parent: OrgRow;
  place: NonNullable<ReturnType<typeof dropPlace>>;
}

/** Where a department that was dropped goes, when it goes anywhere. */
function moveOf(
  rows: readonly OrgRow[],
  id: string,
  target: { id: string; onto: boolean; after: boolean },
): Move | null {
  const org = rows.find((one) => one.id === id);
  const place = dropPlace(rows, { id }, target);
  const parent = rows.find((one) => one.id === place?.parentId);
  return org && place && parent ? { org, parent, place } : null;
}

/** Asks with the number of people and vehicles that are touched, then moves. */
const confirmMove = async ({ org, parent }: Move): Promise<boolean> =>
  org.parentId === parent.id ||
  confirm({
    title: `把“${org.name}”移动到“${parent.name}”下？`,
    content: `涉及 ${org.userTotal} 名成员、${org.vehicleTotal} 辆车，数据范围随之变化并立即生效。`,
    ok: '移动',
  });

/** Why a department cannot be moved by this user; null when it can. Whoever sees a part of the company moves departments within that part. */
const whyItStays = ({ parentId }: OrgRow, rows: readonly OrgRow[]): string | null =>
  rows.some(({ id }) => id === parentId) ? null : '上级部门不在您的权限范围内，请联系管理员移动';

interface HeadProps {
  org: OrgRow;
  rows: readonly OrgRow[];
  name: () => void;
  changed: () => void;
  choose: (id: string) => void;
}

function Head({ org, rows, name, changed, choose }: HeadProps) {
  const navigate = useNavigate();
  const root = org.parentId === null;
  const stays = whyItStays(org, rows);
  const [importing, setImporting] = useState(false);
  const [moving, setMoving] = useState(false);
  const remove = useAct(orgDel, {
    sure: { title: `确定删除部门“${org.name}”？`, content: '删除后不可恢复。', ok: '删除', danger: true },
    told: `部门“${org.name}”已删除`,
    done: () => {
      if (org.parentId) choose(org.parentId);
      changed();
    },
  });
  const exporting = useAct(orgExport, { done: ({ id }) => announceExport(id) });
  return (
    <header className="kit-detail-split-head">
      <h1>{org.name}</h1>
      <span className="base-org-type">{orgType.label(org.orgType)}</span>
      <span className="td-cap">
        {[
          org.code,
          org.managerName ? `负责人 ${org.managerName}` : '未设负责人',
          `${org.userTotal} 人`,
          `${org.vehicleTotal} 辆车`,
          rows.find((o) => o.id === org.parentId)?.name && `上级 ${rows.find((o) => o.id === org.parentId)?.name}`,
        ]
          .filter(Boolean)
          .join('　')}
      </span>
      <span className="kit-detail-split-words">
        <Can do={orgAdd}>
          <Button type="primary" icon={<Plus />} onClick={() => void navigate(orgLinks.add(org.id))}>
            新增下级部门
          </Button>
        </Can>
        <Can do={orgUpdate}>
          <Button icon={<Pencil />} onClick={() => void navigate(orgLinks.edit(org.id))}>
            编辑
          </Button>
        </Can>
        <Can do={orgSetManager}>
          <Button icon={<UserStar />} onClick={name}>
            设负责人
          </Button>
        </Can>
        {root ? null : (
          <Can do={orgMove}>
            <Button
              icon={<FolderInput />}
              disabled={stays !== null}
              title={stays ?? undefined}
              onClick={() => setMoving(true)}
            >
              移动
            </Button>
          </Can>
        )}
        <Can do={authSave}>
          <Button icon={<KeyRound />} onClick={() => void navigate(orgLinks.grant(org.id))}>
            授权车辆
          </Button>
        </Can>
        <Can do={orgImports.run}>
          <Button icon={<Upload />} onClick={() => setImporting(true)}>
            导入
          </Button>
        </Can>
        <Can do={orgExport}>
          <Button icon={<Download />} loading={exporting.busy} onClick={() => void exporting.run({})}>
            导出
          </Button>
        </Can>
        {root ? <CompanySettings /> : null}
        {moving ? <MoveDialog org={org} rows={rows} done={changed} close={() => setMoving(false)} /> : null}
        {importing ? <ImportDialog of={orgImports} done={changed} close={() => setImporting(false)} /> : null}
        {root ? null : (
          <Can do={orgDel}>
            <Button icon={<Trash2 />} loading={remove.busy} onClick={() => void remove.run({ id: org.id })}>
              删除
            </Button>
          </Can>
        )}
      </span>
    </header>
  );
}
