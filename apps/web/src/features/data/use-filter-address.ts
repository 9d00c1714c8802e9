import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFilters } from '../../records/filters.ts';
import { readFilterAddress, writeFilters } from '../../records/filters-address.ts';

/** The filters that an address brings replace those that the browser kept, before the lists are asked for the first time. */
export function useFiltersOfAddress(): void {
  const { history } = useRouter();
  useState(() => {
    const given = readFilterAddress(history.location.search);
    if (given !== undefined) useFilters.getState().change(given);
  });
}

/** Keeps the address saying the filters, to be sent or kept as a mark. */
export function useFilterAddress(): void {
  const { history } = useRouter();
  const { filters } = useFilters();
  useEffect(() => {
    const { pathname, search } = history.location;
    const wanted = writeFilters(filters);
    if (search !== wanted) history.replace(`${pathname}${wanted}`);
  }, [filters, history]);
}
