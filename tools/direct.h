/* Comes before all C that mypyc writes (tools/compile.py).

   Rules call verbs, several in each decision, and most verbs are compiled functions. Here these are called as they are.
   PyObject_Vectorcall would come to the same by way of two functions more: one looks how it can be called, and checks
   the result; one counts how deep the calls are nested, which compiled functions that call one another do not, either. */

#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>

static inline PyObject *
call_directly(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyCFunction_CheckExact(callable) && PyCFunction_GET_FLAGS(callable) == (METH_FASTCALL | METH_KEYWORDS)) {
        _PyCFunctionFastWithKeywords function =
            (_PyCFunctionFastWithKeywords)(void (*)(void))PyCFunction_GET_FUNCTION(callable);
        return function(PyCFunction_GET_SELF(callable), args, PyVectorcall_NARGS(nargsf), kwnames);
    }
    PyTypeObject *type = Py_TYPE(callable);
    if (PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL)) {  /* as nested functions have */
        vectorcallfunc function = *(vectorcallfunc *)((char *)callable + type->tp_vectorcall_offset);
        if (function != NULL)
            return function(callable, args, nargsf, kwnames);
    }
    return PyObject_Vectorcall(callable, args, nargsf, kwnames);
}

#define PyObject_Vectorcall call_directly
