import type { Endpoint } from '@tongda/contract/core/endpoint';
import { Button, Form, type FormInstance } from 'antd';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EditContext, type FieldMeta, GroupContext } from '../form/edit-context';
import type { Values } from '../form/edit-schema';
import { useDirtyGuard } from '../form/use-dirty-guard';
import { useEditSave } from '../form/use-edit-save';
import { useFormScope } from '../form/use-scope';
import '../form/edit-page.css';
import './edit-panel.css';

interface EditPanelProps {
  title: string;
  /** adds or changes; its input is the form's rule */
  endpoint: Endpoint;
  /** values to begin with; a change of the object needs another React key */
  initial: Values;
  /** adds what the form does not show (id, version) */
  toInput?: (values: Values) => Values;
  /** fields; `form` for what a map writes into them */
  children: (form: FormInstance<Values>) => ReactNode;
  saved: () => void;
  /** 取消: ask before unsaved work is dropped (leave-guards) */
  close: () => void;
  /** somebody else changed it and the user wants the newer one */
  reload: () => void;
  /** 保存 unless it does something else */
  okText?: string;
}

/** A form beside something that stays visible (a map): one column, the buttons always in sight. */
export function EditPanel(props: EditPanelProps) {
  const { endpoint, initial: start, toInput } = props;
  const [form] = Form.useForm<Values>();
  const [initial] = useState(start);
  const [fields] = useState(() => new Map<string, FieldMeta>());
  const guard = useDirtyGuard(form, initial);
  const scope = useFormScope({
    form,
    schema: endpoint.input,
    initial,
    fields,
    finish: (values) => toInput?.(values) ?? values,
  });
  const leave = (go: () => void) => () => {
    guard.release();
    go();
  };
  const { saving, save } = useEditSave({
    endpoint,
    form,
    input: scope.input,
    knows: (field) => fields.has(field),
    done: leave(props.saved),
    reload: leave(props.reload),
  });
  return (
    <EditContext.Provider value={scope}>
      <GroupContext.Provider value={props.title}>
        <section className="td-edit-panel" aria-label={props.title}>
          <header>
            <h2>{props.title}</h2>
            <Button type="text" icon={<X />} aria-label="关闭" onClick={props.close} />
          </header>
          <Form<Values>
            // labels find their own boxes although a page with a form of its own may stand below
            name="panel"
            form={form}
            layout="vertical"
            initialValues={initial}
            requiredMark={false}
            validateTrigger={['onBlur']}
            className="td-edit-form"
          >
            <div className="td-edit-panel-body">
              <div className="td-group-grid">{props.children(form)}</div>
            </div>
            <footer>
              <Button onClick={props.close}>取消</Button>
              <Button type="primary" loading={saving} onClick={() => void save()}>
                {props.okText ?? '保存'}
              </Button>
            </footer>
          </Form>
        </section>
      </GroupContext.Provider>
    </EditContext.Provider>
  );
}
