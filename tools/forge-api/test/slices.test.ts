// The slices that are kept, and how a client of a forge becomes one.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { ApiSlice } from '../api-slice.ts';
import { goSlice } from '../go-client.ts';
import { rustSlice } from '../rust-client.ts';
import { apiFile, WANTED } from '../wanted.ts';
import type { ApiName } from '../wanted.ts';

test.each(Object.keys(WANTED) as ApiName[])(
  'the slice of %s has every operation that publishing asks, and no other',
  (name) => {
    const { operations } = JSON.parse(readFileSync(apiFile(name), 'utf8')) as ApiSlice;
    const wanted = Object.entries(WANTED[name]).flatMap(([path, methods]) =>
      methods.map((method) => `${method} ${path}`),
    );
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(wanted);
  },
);

const GO = `type Note struct {
	ID   int64  \`json:"id"\`
	Body string \`json:"body"\`
}

type CreateNoteOptions struct {
	Body *string \`url:"body,omitempty" json:"body,omitempty"\`
}

func (s *NotesService) CreateNote(pid any, opt *CreateNoteOptions, options ...RequestOptionFunc) (*Note, *Response, error) {
	return do[*Note](s.client,
		withMethod(http.MethodPost),
		withPath("projects/%s/notes", ProjectID{pid}),
	)
}
`;

const RUST = {
  operations: `
    pub mod create {
        pub(crate) body: models::Note,
        pub struct Response(http::Response<models::Note,>);
        let req = http::Method::POST;
        let url = "{}/{}/notes";
    }
`,
  models: `pub struct Note {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    pub id: i32,
}
`,
};

test.each([
  ['Go', goSlice(GO, { '/projects/{id}/notes': ['POST'] }, 'a'), '201', '/projects/{id}/notes', undefined],
  ['Rust', rustSlice(RUST, { '/{project}/notes': ['POST'] }, 'a'), '200', '/{project}/notes', ['id']],
])('a client for %s says what is sent and answered', (_language, made, status, path, required) => {
  const [operation] = made.operations;
  expect(operation).toMatchObject({
    method: 'POST',
    path,
    answers: { [status]: { schema: { $ref: '#/definitions/Note' } } },
  });
  expect(operation?.request).not.toBeNull();
  const note = made.definitions['Note'] as { readonly properties: object; readonly required?: readonly string[] };
  expect(Object.keys(note.properties).toSorted()).toEqual(['body', 'id']);
  expect(note.required).toEqual(required);
});

test('an operation that a client does not have is said', () => {
  expect(() => goSlice(GO, { '/projects/{id}/notes': ['GET'] }, 'a')).toThrow('GET /projects/{id}/notes has no method');
  expect(() => rustSlice(RUST, { '/{project}/notes': ['GET'] }, 'a')).toThrow('GET /{project}/notes has no module');
});
