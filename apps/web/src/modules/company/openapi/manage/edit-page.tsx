import { publishStatus } from '@tongda/contract/base/system-enums';
import { interfaceCharge } from '@tongda/contract/company/openapi/enums';
import {
  type FieldNote,
  type OpenInterfaceDetail,
  openInterfaceChangeHis,
  openInterfaceDetail,
  openInterfaceLabels,
  openInterfacePage,
  openInterfaceUpdate,
} from '@tongda/contract/company/openapi/interfaces';
import { keysOf } from '@tongda/contract/core/keys';
import { Navigate, useSearchParams } from 'react-router';
import { OperationLog } from '../../../../kit/detail/change-history';
import { Panel } from '../../../../kit/detail/panel';
import { EditField, FieldGroup } from '../../../../kit/form/edit-field';
import { EditPage } from '../../../../kit/form/edit-page';
import type { Values } from '../../../../kit/form/edit-schema';
import { EnumField, NumberField, TextAreaField, TextField } from '../../../../kit/form/input/fields';
import { useStaleAfter } from '../../../../kit/live/use-stale-after';
import { shortTime } from '../../../../kit/show/format';
import { interfaceLinks } from './links';
import { NotesInput } from './notes-input';
import '../../../../kit/detail/facts.css';
import '../styles.css';
import './styles.css';

const stale = [openInterfacePage, openInterfaceDetail, openInterfaceChangeHis];
const names = keysOf(openInterfaceLabels);

const toForm = (loaded: OpenInterfaceDetail | null): Values =>
  loaded === null ? {} : Object.fromEntries(names.map((name) => [name, loaded[name] === '' ? null : loaded[name]]));

const notesWords = (value: unknown): string =>
  // the field of the form
  ((value ?? []) as FieldNote[]).map(({ path, note }) => `${path}：${note}`).join('、') || '按默认';

/** 编辑开放接口 (`?id=`): words, examples and limits of a call that the program offers. A new one is chosen on the list. */
export function InterfaceEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  useStaleAfter(stale);
  if (id === null) return <Navigate to={interfaceLinks.list} replace />;
  return (
    <EditPage<OpenInterfaceDetail, typeof openInterfaceUpdate>
      noun="开放接口"
      id={id}
      load={openInterfaceDetail}
      save={openInterfaceUpdate}
      toForm={toForm}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={interfaceLinks.list}
      head={(loaded) => ({
        code: loaded.key,
        status: publishStatus.label(loaded.status),
        meta: `v${loaded.editionNo}　最近修改 ${loaded.updateUser || '系统'} ${shortTime(loaded.updateTime)}`,
      })}
      aside={(loaded) => (loaded === null ? null : <Aside loaded={loaded} />)}
      body={(loaded) => (loaded === null ? null : <Fields loaded={loaded} />)}
    />
  );
}

function Fields({ loaded }: { loaded: OpenInterfaceDetail }) {
  return (
    <>
      <FieldGroup
        title="基本信息"
        hint={loaded.status === publishStatus.published ? '已发布，保存后企业立即看到' : '发布后企业可以看到'}
      >
        <TextField name="name" label="接口名称" />
        <TextField name="category" label="分类" />
        <NumberField name="sort" label="排序" />
        <TextAreaField name="summary" label="简介" span={12} />
        <TextAreaField
          name="doc"
          label="接入说明"
          span={12}
          rows={6}
          placeholder="调用次序、注意事项；可用 Markdown 写标题（# 用法）、表格、列表和代码"
        />
      </FieldGroup>
      <FieldGroup title="收费与限流" hint="对每个应用，与授权的额度相比取小者">
        <EnumField name="charge" label="收费" of={interfaceCharge} segmented />
        <TextField name="chargeNote" label="收费说明" placeholder="如 每万次10元" />
        <NumberField name="perSecond" label="每秒上限" unit="次" />
        <NumberField name="dailyLimit" label="每日上限" unit="次" help="不填按授权额度" />
      </FieldGroup>
      <FieldGroup title="字段与错误码" hint="字段、类型、取值和错误码由系统定义，这里写在此接口中的含义">
        <EditField name="notes" label="字段与错误码说明" span={12} show={notesWords}>
          <NotesInput doc={loaded} />
        </EditField>
      </FieldGroup>
      <FieldGroup title="示例" hint="调用程序按请求示例生成">
        <TextAreaField name="example" label="请求示例（JSON）" rows={6} placeholder={loaded.ownExample} />
        <TextAreaField name="answerExample" label="返回示例（JSON）" rows={6} />
      </FieldGroup>
    </>
  );
}

function Aside({ loaded }: { loaded: OpenInterfaceDetail }) {
  return (
    <>
      <Panel title="由系统定义">
        <dl className="kit-detail-facts">
          <dt>地址</dt>
          <dd>
            <code>
              {loaded.method} {loaded.path}
            </code>
          </dd>
          <dt>所需权限</dt>
          <dd>{loaded.right}</dd>
          <dt>数据范围</dt>
          <dd>对接应用选定的全公司、部门或车辆</dd>
          <dt>类型</dt>
          <dd>{loaded.readOnly ? '查询' : '写入'}</dd>
        </dl>
      </Panel>
      <OperationLog of={openInterfaceChangeHis} id={loaded.id} />
    </>
  );
}
