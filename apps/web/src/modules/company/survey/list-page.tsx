import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type SurveyRow,
  surveyAdd,
  surveyColumns,
  surveyDetail,
  surveyEdit,
  surveyExport,
  surveyFilters,
  surveyPage,
  surveyPublish,
  surveyResult,
  surveyStop,
} from '@tongda/contract/company/survey/manage-calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { confirm, toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { num } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { surveyLinks } from './links';

const tones = { 1: 'green', 2: 'amber' } as const;
const cells: Cells<SurveyRow> = {
  status: (row) => <StateDot of={publishStatus} tones={tones} code={row.status} />,
  rate: (row) => num(row.rate, 1),
};

/** 问卷调查: the provider's surveys, from draft to result. */
export function SurveyListPage() {
  const list = useList<SurveyRow>(surveyPage);
  const navigate = useNavigate();
  const publish = async ({ id, version, title, targetCount }: SurveyRow): Promise<void> => {
    const question = `发布“${title}”？发布后题目不能修改，${num(targetCount)}人可以填写。`;
    if (!(await confirm({ title: question, ok: '发布' }))) return;
    await call(surveyPublish, { id, version });
    toast('success', '问卷已发布');
    list.refresh();
  };
  const stop = async ({ id, version, title }: SurveyRow): Promise<void> => {
    if (!(await confirm({ title: `停止“${title}”？停止后不再接受答卷，已交的保留。`, ok: '停止' }))) return;
    await call(surveyStop, { id, version });
    toast('success', '问卷已停止');
    list.refresh();
  };
  const copyLink = async ({ id }: SurveyRow): Promise<void> => {
    const { url } = await call(surveyDetail, { id });
    await copyText(`${window.location.origin}${url}`);
  };
  const actions = (row: SurveyRow): RowAction[] => {
    const draft = row.status === publishStatus.draft;
    const running = row.status === publishStatus.published;
    return [
      ...(draft ? [{ label: '编辑', to: surveyLinks.edit(row.id), can: surveyEdit }] : []),
      ...(draft ? [{ label: '发布', run: () => publish(row), can: surveyPublish }] : []),
      ...(draft ? [] : [{ label: '结果', to: surveyLinks.result(row.id), can: surveyResult }]),
      ...(running ? [{ label: '复制链接', run: () => copyLink(row) }] : []),
      ...(running ? [{ label: '编辑', to: surveyLinks.edit(row.id), can: surveyEdit }] : []),
      ...(running ? [{ label: '停止', run: () => stop(row), can: surveyStop }] : []),
      { label: '复制', to: surveyLinks.copy(row.id), can: surveyAdd },
    ];
  };
  return (
    <ListPage
      list={list}
      columns={surveyColumns}
      cells={cells}
      filters={<RegisterFilters of={surveyFilters.table} />}
      toolbar={
        <>
          <Can do={surveyAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => void navigate(surveyLinks.add)}>
              新增
            </Button>
          </Can>
          <ExportButton of={surveyExport} />
        </>
      }
      rowActions={actions}
      empty={<Empty title="没有问卷" text="新增问卷并发布后，企业用户会在页头的礼盒中看到" />}
    />
  );
}
