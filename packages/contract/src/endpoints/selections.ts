import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { Id, IdParams, PathId } from '../shapes/primitives.ts';
import { Selection, SelectionCreate, SelectionEdit, SelectionsCreate } from '../shapes/selection.ts';
import { SelectionProposal, SelectionQuestion } from '../shapes/selection-proposal.ts';

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
export const proposeSelections = endpoint({
  name: 'proposeSelections',
  method: 'POST',
  path: '/records/:id/selections/propose',
  access: 'record.read',
  summary: 'Laps, efforts, still phases or equal stretches that may become selections; nothing is added by it',
  params: IdParams,
  body: SelectionQuestion,
  reply: SelectionProposal,
});
export const createSelections = endpoint({
  name: 'createSelections',
  method: 'POST',
  path: '/records/:id/selections/several',
  access: 'record.edit',
  status: 201,
  summary: 'Adds several selections; all of them or none',
  params: IdParams,
  body: SelectionsCreate,
  reply: z.array(Selection),
});
export const deleteSelections = endpoint({
  name: 'deleteSelections',
  method: 'DELETE',
  path: '/records/:id/selections',
  access: 'record.edit',
  summary: 'Deletes several selections; all of them or none',
  params: IdParams,
  body: z.array(Id).min(1).max(limits.selectionsAtOnce),
  reply: 'nothing',
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
