import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IdParams, PathId } from '../shapes/primitives.ts';
import { Selection, SelectionCreate, SelectionEdit } from '../shapes/selection.ts';

const SelectionParams = z.object({ id: PathId, selectionId: PathId });

export const listSelections = endpoint({
  name: 'listSelections',
  method: 'GET',
  path: '/records/:id/selections',
  access: 'record.read',
  summary: 'The selections of a record',
  params: IdParams,
  reply: z.array(Selection),
});
export const createSelection = endpoint({
  name: 'createSelection',
  method: 'POST',
  path: '/records/:id/selections',
  access: 'record.edit',
  status: 201,
  summary: 'Adds a selection',
  params: IdParams,
  body: SelectionCreate,
  reply: Selection,
});
export const readSelection = endpoint({
  name: 'readSelection',
  method: 'GET',
  path: '/records/:id/selections/:selectionId',
  access: 'record.read',
  summary: 'A selection',
  params: SelectionParams,
  reply: Selection,
});
export const editSelection = endpoint({
  name: 'editSelection',
  method: 'PUT',
  path: '/records/:id/selections/:selectionId',
  access: 'record.edit',
  summary: 'Changes what is given of a selection',
  params: SelectionParams,
  body: SelectionEdit,
  reply: Selection,
});
export const deleteSelection = endpoint({
  name: 'deleteSelection',
  method: 'DELETE',
  path: '/records/:id/selections/:selectionId',
  access: 'record.edit',
  summary: 'Deletes a selection',
  params: SelectionParams,
  reply: 'nothing',
});
