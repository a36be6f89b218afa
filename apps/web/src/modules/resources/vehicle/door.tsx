/** What other modules use of `vehicle`: the only file of it that they import. */
