import { announceAdd, announceLimits } from '@tongda/contract/base/message/announce';
import { DatePicker, Form, Input, Modal, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { confirm, reportError, toast } from '../../../kit/dialog/notify';
import { pinyinMatch } from '../../../kit/form/pinyin';
import { useTreeOptions } from '../../../kit/form/tree-options';
import { loadOrgs } from '../org/door';

interface Draft {
  title?: string;
  content?: string;
  orgIds?: string[];
  expire?: Dayjs | null;
}
const names = { title: 'title', content: 'content', orgIds: 'orgIds', expireDate: 'expire' } as const;

/** 发布公告: title, words, whom it is for and how long it is shown. */
export function AnnounceForm({ done, close }: { done: () => void; close: () => void }) {
  const [form] = Form.useForm<Draft>();
  const [busy, setBusy] = useState(false);
  const orgs = useTreeOptions(loadOrgs);
  const fail = (found: ReadonlyArray<{ field: string; msg: string }>): void =>
    form.setFields(
      found.flatMap(({ field, msg }) => {
        const name = names[field as keyof typeof names];
        return name ? [{ name, errors: [msg] }] : [];
      }),
    );
  const publish = async (): Promise<void> => {
    const { expire, ...draft } = form.getFieldsValue();
    const input = { ...draft, orgIds: draft.orgIds ?? [], expireDate: expire?.format('YYYY-MM-DD') ?? null };
    const parsed = announceAdd.input.safeParse(input);
    if (!parsed.success)
      return fail(parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), msg: message })));
    setBusy(true);
    try {
      const { total } = await call(announceAdd, parsed.data, { quiet: true });
      toast('success', `已发布给${total}人`);
      done();
      close();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.errors.length > 0) fail(error.errors);
      else reportError(error);
    }
  };
  const leave = async (): Promise<void> => {
    const { title, content } = form.getFieldsValue();
    if ((title || content) && !(await confirm({ title: '当前内容未发布，确定离开？', ok: '离开' }))) return;
    close();
  };
  return (
    <Modal
      open
      title="发布公告"
      width={600}
      okText="发布"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void publish()}
      onCancel={() => void leave()}
    >
      <Form<Draft>
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={(changed: Draft) =>
          form.setFields((Object.keys(changed) as Array<keyof Draft>).map((name) => ({ name, errors: [] })))
        }
      >
        <Form.Item name="title" label="标题">
          <Input autoFocus maxLength={announceLimits.title} showCount placeholder="2~50个字" />
        </Form.Item>
        <Form.Item name="content" label="内容">
          <Input.TextArea rows={8} maxLength={announceLimits.content} showCount placeholder="换行会保留" />
        </Form.Item>
        <div className="td-announce-line">
          <Form.Item name="orgIds" label="范围" extra="所选部门及其下级">
            <TreeSelect
              treeData={orgs}
              treeDefaultExpandAll
              multiple
              allowClear
              maxTagCount="responsive"
              placeholder="全公司"
              showSearch={{ filterTreeNode: (text, node) => pinyinMatch(String(node.title ?? ''), text) }}
            />
          </Form.Item>
          <Form.Item name="expire" label="有效期至" extra="不填为撤回前一直有效">
            <DatePicker
              style={{ width: '100%' }}
              placeholder="长期"
              disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
            />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  );
}
