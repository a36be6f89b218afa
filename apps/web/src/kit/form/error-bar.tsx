import { Form } from 'antd';
import { CircleAlert } from 'lucide-react';
import { type FieldMeta, useEditScope } from './edit-context';

/** How many fields are to be mended, with the way to the first one. */
export function ErrorBar({ fields }: { fields: ReadonlyMap<string, FieldMeta> }) {
  const { form } = useEditScope();
  return (
    <Form.Item noStyle shouldUpdate>
      {() => {
        const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
        const first = wrong[0];
        if (!first) return <span />;
        const meta = fields.get(first.name.join('.'));
        return (
          <span className="kit-form-edit-errors" role="status">
            <CircleAlert className="td-ico" />
            {wrong.length} 处需修改
            <button
              type="button"
              className="td-plain"
              onClick={() => form.scrollToField(first.name, { block: 'center', focus: true })}
            >
              {meta ? `${meta.group} › ${meta.label}` : '查看'}
            </button>
          </span>
        );
      }}
    </Form.Item>
  );
}
