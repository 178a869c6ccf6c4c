// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Stands at the address of Across's SpokePool, and keeps what it is given.
contract AcrossPool {
    function chainId() external view returns (uint256) {
        return block.chainid;
    }
}
