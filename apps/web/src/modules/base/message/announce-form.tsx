import { announceAdd, announceLimits } from '@tongda/contract/base/message/announce';
import { DatePicker, Form, Input, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { FormDialog } from '../../../kit/dialog/form';
import { moreChosen } from '../../../kit/form/input/more-chosen';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { loadOrgs } from '../org/door';

interface Draft {
  title?: string;
  content?: string;
  orgIds?: string[];
  expireDate?: Dayjs | null;
}
/** 发布公告: title, words, whom it is for and how long it is shown. */
export function AnnounceForm({ done, close }: { done: () => void; close: () => void }) {
  const [form] = Form.useForm<Draft>();
  const orgs = useTreeOptions(loadOrgs);
  return (
    <FormDialog
      endpoint={announceAdd}
      form={form}
      input={({ expireDate, title = '', content = '', orgIds = [] }) => ({
        title,
        content,
        orgIds,
        expireDate: expireDate?.format('YYYY-MM-DD') ?? null,
      })}
      check
      told={({ total }) => `已发布给${total}人`}
      done={done}
      close={close}
      title="发布公告"
      width={600}
      okText="发布"
      mask={{ closable: false }}
    >
      <Form.Item name="title" label="标题">
        <Input autoFocus maxLength={announceLimits.title} showCount placeholder="2~50个字" />
      </Form.Item>
      <Form.Item name="content" label="内容">
        <Input.TextArea rows={8} maxLength={announceLimits.content} showCount placeholder="换行会保留" />
      </Form.Item>
      <div className="base-message-announce-line">
        <Form.Item name="orgIds" label="范围" extra="所选部门及其下级">
          <TreeSelect
            treeData={orgs}
            treeDefaultExpandAll
            multiple
            allowClear
            maxTagCount="responsive"
            maxTagPlaceholder={moreChosen}
            placeholder="全公司"
            showSearch={treeSearch}
          />
        </Form.Item>
        <Form.Item name="expireDate" label="有效期至" extra="不填为撤回前一直有效">
          <DatePicker
            style={{ width: '100%' }}
            placeholder="长期"
            disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
          />
        </Form.Item>
      </div>
    </FormDialog>
  );
}
