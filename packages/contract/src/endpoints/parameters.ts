import { endpoint } from '../endpoint.ts';
import type { JudgedEntity } from '../field-rights.ts';
import {
  DisplaySettings,
  NewParameterDescription,
  NewParameterQuery,
  Parameter,
  ParameterParams,
  ParameterQuery,
  Parameters,
  ParameterValueBody,
  SpecificParameters,
  SpecificParams,
} from '../shapes/parameter.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

const one = { path: '/cookies/:tableName/:id', params: ParameterParams, query: ParameterQuery } as const;

export const listParameters = endpoint({
  name: 'listParameters',
  method: 'GET',
  path: '/cookies/:tableName/:id/all',
  access: 'parameter.read',
  summary: 'Every parameter of a user, client, sport, sensor, device or of all',
  params: ParameterParams,
  reply: Parameters,
});
export const readParameter = endpoint({
  ...one,
  name: 'readParameter',
  method: 'GET',
  access: 'parameter.read',
  summary: 'One parameter',
  reply: Parameter,
});
export const createParameter = endpoint({
  ...one,
  name: 'createParameter',
  method: 'POST',
  access: 'parameter.edit',
  status: 201,
  summary: 'Adds a parameter by its description',
  query: NewParameterQuery,
  body: NewParameterDescription,
  reply: Parameter,
});
export const setParameter = endpoint({
  ...one,
  name: 'setParameter',
  method: 'PUT',
  access: 'parameter.edit',
  summary: 'Sets the value of a parameter',
  body: ParameterValueBody,
  reply: Parameter,
});
export const resetParameter = endpoint({
  ...one,
  name: 'resetParameter',
  method: 'DELETE',
  path: '/cookies/:tableName/:id/reset',
  access: 'parameter.edit',
  summary: 'Returns a parameter to its default',
  reply: Parameter,
});
export const deleteParameter = endpoint({
  ...one,
  name: 'deleteParameter',
  method: 'DELETE',
  access: 'parameter.edit',
  summary: 'Deletes a parameter that a person added',
  reply: 'nothing',
});
/** What of a parameter says who may do what with it; only those that a person added are deleted at all. */
export const parameterRows = {
  rights: {},
  fields: ['value'],
  edit: setParameter,
  delete: deleteParameter,
} as const satisfies JudgedEntity;
const specific = {
  method: 'GET',
  access: 'parameter.read',
  params: SpecificParams,
  reply: SpecificParameters,
} as const;
export const readPdfParameters = endpoint({
  ...specific,
  name: 'readPdfParameters',
  path: '/cookies/specific/pdf_params/:userId/:sportId',
  summary: 'What a report of this person and sport is made with',
});
export const readRecordParameters = endpoint({
  ...specific,
  name: 'readRecordParameters',
  path: '/cookies/specific/rec_params/:userId/:sportId',
  summary: 'What a record of this person and sport is shown with',
});
export const readDisplaySettings = endpoint({
  name: 'readDisplaySettings',
  method: 'GET',
  path: '/cookies/specific/display/:clientId',
  access: 'parameter.read',
  summary: 'The units and bounds that screens of a client say values with',
  params: ClientIdParams,
  reply: DisplaySettings,
});
