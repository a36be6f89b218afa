// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubDocument } from '../test-document';
import { PictureInput } from './pictures';

beforeEach(() => stubDocument());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const one = { id: '1', name: 'a.png', url: '/a.png', image: true };

test('what the form says of pictures follows them: there is nothing to leave like a text field', async () => {
  render(
    <Form validateTrigger={['onBlur']} initialValues={{ pages: [one] }}>
      <Form.Item name="pages" rules={[{ type: 'array', min: 1, message: '请上传回单图片' }]}>
        <PictureInput label="回单图片" max={9} />
      </Form.Item>
    </Form>,
  );
  fireEvent.click(screen.getByRole('button', { name: '移除a.png' }));
  await waitFor(() => expect(screen.getByText('请上传回单图片')).toBeTruthy());
});
